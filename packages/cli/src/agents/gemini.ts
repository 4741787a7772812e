import { isObject, type Json, type JsonObject } from "@toolglot/core";
import type { Agent, Home } from "./agent.ts";

/** https://geminicli.com/docs/reference/configuration/#environment-variables-and-env-files */
export const gemini: Agent = {
  name: "gemini",
  title: "Gemini CLI",
  package: "@google/gemini-cli",
  wire: ({ url, key }) => ({
    env: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key },
    args: [],
    unset: ["GOOGLE_API_KEY", "GOOGLE_GENAI_USE_GCA", "GOOGLE_GENAI_USE_VERTEXAI"],
    home: HOME,
  }),
};

// By its variables alone it would not start without a terminal, and its user may have another way to log in.
const HOME: Home = {
  variable: "GEMINI_CLI_HOME",
  folder: ".gemini",
  file: "settings.json",
  change: (settings) => ({
    ...settings,
    security: { ...part(settings.security), auth: { selectedType: "gemini-api-key" } },
  }),
};

function part(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
