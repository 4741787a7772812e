import { parseJson } from "../../json/parse.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { isObject } from "../../json/value.ts";
import type { JsonObject } from "../../model/json.ts";

/** Adds `usage` to the events that must have it: Anthropic's SDK throws without it. */
export function normalizeFrame(): (frame: string) => string {
  return normalized;
}

function normalized(frame: string): string {
  if (frame.includes('"usage"') || !COUNTING.test(frame)) return frame;
  return frame.replace(DATA, (_, field: string, data: string) => field + withCounts(data));
}

// Unknown counts are 0, as in translated responses.
function withCounts(data: string): string {
  const event = parseJson(data);
  if (!isObject(event)) return data;
  const { type, message } = event;
  if (type === "message_delta") return stringifyJson({ ...event, usage: { output_tokens: 0 } });
  return type === "message_start" && isObject(message) ? stringifyJson({ ...event, message: counted(message) }) : data;
}

function counted(message: JsonObject): JsonObject {
  return { ...message, usage: { input_tokens: 0, output_tokens: 0 } };
}

/** https://docs.claude.com/en/docs/build-with-claude/streaming */
const COUNTING = /"message_(?:start|delta)"/;
const DATA = /^(data: ?)([^\r\n]+)/m;
