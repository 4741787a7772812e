import { existsSync, readFileSync } from "node:fs";
import { CORPUS } from "../support/corpus.ts";
import type { Json } from "../support/json.ts";

/** One exchange of the corpus with a provider. */
export interface Recording {
  readonly id: string;
  readonly provider: string;
  readonly api: string;
  readonly kind: string;
  readonly streaming: boolean;
  readonly features: readonly string[];
  readonly request?: { readonly url?: string; readonly body?: Json };
  readonly response: {
    readonly status?: number;
    readonly json?: Json;
    readonly text?: string;
    readonly events?: readonly string[];
  };
}

/** The dialects by the names that the corpus gives their interfaces. */
const DIALECTS: Readonly<Record<string, string>> = {
  "openai-chat": "openai-chat",
  "openai-responses": "openai-responses",
  "anthropic-messages": "anthropic",
  gemini: "gemini",
  "ollama-chat": "ollama",
};

/** Where the next answer begins in the interfaces that say so. */
const NEXT_ANSWER = /(?<=\n)(?=event: (?:message_start|response\.created)\n)/;

let traffic: readonly Recording[] | undefined;

/** Every recorded exchange, or, loudly, none where the corpus is absent. */
export function readTraffic(): readonly Recording[] {
  const path = `${CORPUS}/traffic.dev.jsonl`;
  if (existsSync(path)) traffic ??= readLines(readFileSync(path, "utf8"));
  else console.warn(`\n*** ${path} is absent: what needs recorded traffic is skipped ***\n`);
  return traffic ?? [];
}

export function dialectOf({ api }: Recording): string {
  return DIALECTS[api] ?? api;
}

export function succeeded({ response: { status = 200 } }: Recording): boolean {
  return status >= 200 && status < 300;
}

/** The bodies of the streamed answers: most recordings hold one, those of a client's whole session several. */
export function streamsOf(recording: Recording): string[] {
  const { events, text = events?.map((event) => frame(dialectOf(recording), event)).join("") } = recording.response;
  if (text === undefined || !recording.streaming) return [];
  return recording.kind.startsWith("recorded-by-sdk") ? sessionStreams(text) : text.split(NEXT_ANSWER);
}

/** The events of a stream, whichever way they are framed. */
export function eventsOf(stream: string): Json[] {
  const lines = stream.split(/\r\n|\n|\r/).map((line) => line.replace(/^data: ?/, ""));
  return lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
}

/** Frames one event as its provider does. */
export function frame(dialect: string, event: string): string {
  if (dialect === "ollama" || dialect === "bedrock") return `${event}\n`;
  const { type: named, event_type: type = named } = JSON.parse(event);
  return typeof type === "string" ? `event: ${type}\ndata: ${event}\n\n` : `data: ${event}\n\n`;
}

function sessionStreams(text: string): string[] {
  const answers = readLines<{ method: string; response: Json[] }>(text);
  const streamed = answers.filter(({ method }) => method === "generateContentStream");
  return streamed.map(({ response }) => response.map((event) => frame("gemini", JSON.stringify(event))).join(""));
}

function readLines<T = Recording>(text: string): T[] {
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
