import type { Json } from "@toolglot/core";
import type { DialectName, Fields } from "../dialects.ts";
import type { Script } from "../script.ts";
import * as anthropic from "./anthropic.ts";
import * as gemini from "./gemini.ts";
import * as ollama from "./ollama.ts";
import * as openaiChat from "./openai-chat.ts";
import * as openaiResponses from "./openai-responses.ts";
import * as openrouter from "./openrouter.ts";

/** How a dialect's whole responses are written and read, from the wire facts and without the core. */
export interface WholeResponses {
  readonly write: (script: Script) => Fields;
  readonly textOf: (response: Json) => string;
  /** The name and the arguments of each call; the arguments are a text where the dialect has texts there. */
  readonly callsOf: (response: Json) => readonly (readonly [Json | undefined, Json | undefined])[];
}

export const responses: Readonly<Record<DialectName, WholeResponses>> = {
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
  anthropic,
  gemini,
  ollama,
  openrouter,
};
