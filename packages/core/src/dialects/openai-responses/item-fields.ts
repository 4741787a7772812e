import { stringifyJson } from "../../json/stringify.ts";
import { isArray, isObject } from "../../json/value.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { reportUnread } from "../../mapping/unread-fields.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { textsIn } from "./reasoning.ts";
import { ITEM_FIELDS } from "./unknown-fields.ts";

/** The kind of an item; calls of functions and of custom tools are one kind. */
export function itemKind({ type, role, call_id: callId, arguments: input }: JsonObject): string {
  if (type === "function_call" || type === "custom_tool_call") return "call";
  if (typeof type === "string") return type;
  if (callId !== undefined && input !== undefined) return "call";
  return role === undefined ? "" : "message";
}

/** The texts of a reasoning item, and the field that has them. */
export function reasoningIn(item: JsonObject): { name: "summary" | "content"; texts: string[] } {
  const summary = textsIn(item.summary);
  return summary.length > 0 ? { name: "summary", texts: summary } : { name: "content", texts: textsIn(item.content) };
}

/** The content parts of a message item. */
export function contentPartsIn({ content }: JsonObject): JsonObject[] {
  return isArray(content) ? content.filter(isObject) : [];
}

/** The text of content parts. */
export function textOfParts(parts: readonly JsonObject[]): string {
  return parts.map(({ text, refusal }) => String(refusal ?? text ?? "")).join("");
}

/** The arguments or the input of a call item. */
export function argumentsIn({ arguments: sent, input }: JsonObject): string {
  const text = sent ?? input ?? "";
  return typeof text === "string" ? text : stringifyJson(text);
}

/** Reports the fields of a message, reasoning or call that are not read; unknown items are lost as a whole, not field by field. */
export function reportOtherFields(item: JsonObject, report: Report): void {
  const kind = itemKind(item);
  if (kind !== "message" && kind !== "reasoning" && kind !== "call") return;
  reportUnread(kind === "message" ? MESSAGE : ITEM, item, report);
}

/** Fields of an item that are read, or have their default values. */
const READ = {
  dialect: "openai-responses",
  optional: { "/status": "completed", "/caller/type": "direct", "/async": false },
  ignored: [
    ...["/type", "/id", "/role", "/content", "/phase", "/summary", "/encrypted_content"],
    ...["/call_id", "/name", "/namespace", "/arguments", "/input"],
  ],
  unknown: ITEM_FIELDS,
  fields: {},
};

const ITEM = defineLayout<string>(READ);

/** The status of a message repeats that of the response. */
const MESSAGE = defineLayout<string>({ ...READ, ignored: [...READ.ignored, "/status"] });
