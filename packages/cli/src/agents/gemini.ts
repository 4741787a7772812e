import type { Json, JsonObject } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import type { Agent, SettingsOverride } from "./agent.ts";

/** https://geminicli.com/docs/reference/configuration/#environment-variables-and-env-files */
export const gemini: Agent = {
  name: "gemini",
  title: "Gemini CLI",
  family: "gemini",
  package: "@google/gemini-cli",
  launchOptions: ({ url, key, model }) => ({
    env: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key, ...modelVariable(model) },
    args: [],
    unset: ["GOOGLE_API_KEY", "GOOGLE_GENAI_USE_GCA", "GOOGLE_GENAI_USE_VERTEXAI"],
    settings: SETTINGS,
  }),
  // GOOGLE_GEMINI_BASE_URL alone selects an auth type that Gemini CLI refuses without a terminal (it exits with 41); with a key for
  // Vertex AI it starts. The last two are for users who have chosen the login by key in their settings.
  shellVariables: ({ url, key, model }) => ({
    ...{ GOOGLE_GENAI_USE_VERTEXAI: "true", GOOGLE_VERTEX_BASE_URL: url, GOOGLE_API_KEY: key },
    ...{ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key, ...modelVariable(model) },
  }),
};

function modelVariable(model: string | undefined): Record<string, string> {
  return model === undefined ? {} : { GEMINI_MODEL: model };
}

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
