import { isObject, type Json, type JsonObject } from "@toolglot/core";
import type { Agent, SettingsOverride } from "./agent.ts";

/** https://geminicli.com/docs/reference/configuration/#environment-variables-and-env-files */
export const gemini: Agent = {
  name: "gemini",
  title: "Gemini CLI",
  package: "@google/gemini-cli",
  launchOptions: ({ url, key }) => ({
    env: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key },
    args: [],
    unset: ["GOOGLE_API_KEY", "GOOGLE_GENAI_USE_GCA", "GOOGLE_GENAI_USE_VERTEXAI"],
    settings: SETTINGS,
  }),
};

// Without the setting, Gemini CLI does not start without a terminal, and uses the user's own login.
const SETTINGS: SettingsOverride = {
  variable: "GEMINI_CLI_HOME",
  folder: ".gemini",
  file: "settings.json",
  change: (settings) => ({
    ...settings,
    security: { ...objectOrEmpty(settings.security), auth: { selectedType: "gemini-api-key" } },
  }),
};

function objectOrEmpty(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
