import type { Agent } from "./agent.ts";

/** https://geminicli.com/docs/reference/configuration/#environment-variables-and-env-files */
export const gemini: Agent = {
  name: "gemini",
  title: "Gemini CLI",
  package: "@google/gemini-cli",
  wire: ({ url, key }) => ({
    env: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key },
    args: [],
    unset: ["GOOGLE_API_KEY", "GOOGLE_GENAI_USE_GCA", "GOOGLE_GENAI_USE_VERTEXAI"],
  }),
};
