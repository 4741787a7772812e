import { isObject, type Json, type JsonObject, parseJson } from "@toolglot/core";
import * as anthropic from "./anthropic.ts";
import * as bedrock from "./bedrock.ts";
import * as gemini from "./gemini.ts";
import * as geminiInteractions from "./gemini-interactions.ts";
import * as ollama from "./ollama.ts";
import * as chat from "./openai-chat.ts";
import * as responses from "./openai-responses.ts";

/** The whole answer that a stream adds up to by the rules of its dialect, without a line of the code that it is to judge. */
export function assembled(dialect: string, stream: string): JsonObject {
  return ASSEMBLERS[dialect]?.(eventsIn(stream)) ?? {};
}

/** A whole answer in the form that a stream adds up to. */
export function asAssembled(dialect: string, answer: JsonObject): JsonObject {
  return dialect === "gemini" ? gemini.assemble([answer]) : answer;
}

type Assembler = (events: readonly JsonObject[]) => JsonObject;

const ASSEMBLERS: Readonly<Record<string, Assembler>> = {
  "openai-chat": chat.assemble,
  openrouter: chat.assemble,
  "openai-responses": responses.assemble,
  anthropic: anthropic.assemble,
  gemini: gemini.assemble,
  "gemini-interactions": geminiInteractions.assemble,
  ollama: ollama.assemble,
  bedrock: bedrock.assemble,
};

function eventsIn(stream: string): JsonObject[] {
  const lines = stream.split(/\r\n|\n|\r/).map((line) => line.replace(/^data: ?/, ""));
  return lines
    .filter((line) => line.startsWith("{"))
    .map((line) => parsed(line))
    .filter(isObject);
}

function parsed(line: string): Json {
  return LONG.test(line) ? parseJson(line) : (JSON.parse(line) as Json);
}

/** A number that the native parser would change. */
const LONG = /\d{16}/;
