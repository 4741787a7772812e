import type { ChatQuirk } from "../quirk.ts";
import { azure } from "./azure.ts";
import { cohere } from "./cohere.ts";
import { copilot } from "./copilot.ts";
import { deepseek } from "./deepseek.ts";
import { google } from "./google.ts";
import { groq } from "./groq.ts";
import { llamaCpp } from "./llama-cpp.ts";
import { mistral } from "./mistral.ts";
import { moonshot } from "./moonshot.ts";
import { ollama } from "./ollama.ts";
import { openrouter } from "./openrouter.ts";
import { perplexity } from "./perplexity.ts";
import { together } from "./together.ts";
import { vllm } from "./vllm.ts";
import { xai } from "./xai.ts";

/** One entry per server. If a message has the fields of several servers, the first entry counts. */
export const QUIRKS: readonly ChatQuirk[] = [
  deepseek,
  moonshot,
  groq,
  vllm,
  copilot,
  azure,
  cohere,
  google,
  llamaCpp,
  mistral,
  ollama,
  openrouter,
  perplexity,
  together,
  xai,
];

/** The lists of one kind of all servers, joined without duplicates. */
export function quirkList(kind: ListKind): string[] {
  return [...new Set(QUIRKS.flatMap((quirk) => quirk[kind] ?? []))];
}

/** The tables of one kind of all servers, merged: a lookup table (`mapping/values/lookup-table.ts`). */
export function quirkTable<Kind extends TableKind>(kind: Kind): NonNullable<ChatQuirk[Kind]> {
  return Object.assign(Object.create(null), ...QUIRKS.map((quirk) => quirk[kind]));
}

/** The functions of one kind of all servers. */
export function quirkFunctions<Kind extends FunctionKind>(kind: Kind): NonNullable<ChatQuirk[Kind]>[] {
  return QUIRKS.flatMap((quirk) => quirk[kind] ?? []);
}

type ListKind =
  | "reasoningFields"
  | "cacheRead"
  | "padding"
  | "deltaMetadata"
  | "choiceMetadata"
  | "responseContent"
  | "overflowCodes"
  | "omitsMessage";
type TableKind = "finishReasons" | "failedFinishReasons" | "choiceModes" | "errorKinds";
type FunctionKind = "usageIn" | "excludesReasoning" | "isBareError" | "errorIn";
