import { checkArguments } from "./chat-response.ts";
import { CLIENT_CALLS } from "./client-items.ts";
import type { Place } from "./place.ts";
import { type Check, expectEqual, expectKind, expectOneOf, expectUnique } from "./shape.ts";

const STATUSES = ["completed", "failed", "in_progress", "cancelled", "queued", "incomplete"];
const REQUIRED = [
  ...["error", "incomplete_details", "instructions", "metadata", "parallel_tool_calls", "temperature"],
  ...["tool_choice", "tools", "top_p"],
];

/** B6: the response object; what must be present is what the SDK's type does not mark as optional. */
export function checkResponse(body: Place): void {
  if (!expectKind(body, "body.object", "object")) return;
  expectKind(body.at("id"), "response.shape", "non-empty string");
  expectEqual(body.at("object"), "response.shape", "response");
  expectKind(body.at("created_at"), "response.shape", "number");
  expectKind(body.at("model"), "response.shape", "string");
  for (const key of REQUIRED) if (!body.at(key).present) body.at(key).fail("response.shape", "missing");
  if (expectOneOf(body.at("status"), "response.status", STATUSES)) checkStatus(body);
  if (!expectKind(body.at("output"), "response.shape", "array")) return;
  for (const item of body.at("output").items) checkOutputItem(item);
  for (const key of ["id", "call_id"]) checkUnique(body, key);
  if (body.at("usage").given) checkUsage(body.at("usage"));
}

// A search's call and output share a call_id, and so do a program's.
function checkUnique(body: Place, key: string): void {
  const items = body.at("output").items.filter((item) => key === "id" || isCall(item));
  expectUnique(
    items.map((item) => item.at(key)),
    key === "id" ? "item.duplicate" : "call.duplicate",
  );
}

function isCall(item: Place): boolean {
  return ["function_call", "custom_tool_call"].includes(item.at("type").text);
}

function checkStatus(body: Place): void {
  const status = body.at("status").text;
  if ((status === "failed") !== body.at("error").given)
    body.at("error").fail("response.status", `an error is for failed, not ${status}`);
  if (body.at("error").given) {
    for (const key of ["code", "message"]) expectKind(body.at("error").at(key), "response.status", "non-empty string");
  }
  const reasons = ["max_output_tokens", "max_messages", "content_filter", "steered"];
  if (status === "incomplete") expectOneOf(body.at("incomplete_details").at("reason"), "response.status", reasons);
  else if (body.at("incomplete_details").given)
    body.at("incomplete_details").fail("response.status", `details for ${status}`);
  if (status === "completed") expectKind(body.at("usage"), "response.usage", "object");
}

function checkUsage(usage: Place): void {
  for (const key of ["input_tokens", "output_tokens", "total_tokens"])
    expectKind(usage.at(key), "response.usage", "integer");
  expectKind(usage.at("input_tokens_details").at("cached_tokens"), "response.usage", "integer");
  expectKind(usage.at("output_tokens_details").at("reasoning_tokens"), "response.usage", "integer");
}

/** B6, B7.1: an output item; every kind has an id, and a call its own id too. */
export function checkOutputItem(item: Place): void {
  expectKind(item.at("type"), "response.item", "non-empty string");
  expectKind(item.at("id"), "response.item", "non-empty string");
  ITEMS[item.at("type").text]?.(item);
}

const ITEMS: Readonly<Record<string, Check>> = {
  ...CLIENT_CALLS,
  message: (item) => {
    expectEqual(item.at("role"), "response.item", "assistant");
    checkItemStatus(item);
    expectKind(item.at("content"), "response.item", "array");
    for (const part of item.at("content").items) checkOutputPart(part);
  },
  function_call: (item) => {
    checkItemStatus(item);
    checkCall(item, "arguments");
    checkArguments(item.at("arguments"), item.at("status").value !== "completed");
  },
  custom_tool_call: (item) => checkCall(item, "input"),
  reasoning: (item) => {
    expectKind(item.at("summary"), "response.item", "array");
    for (const part of item.at("summary").items) expectKind(part.at("text"), "response.item", "string");
  },
};

function checkItemStatus(item: Place): void {
  expectOneOf(item.at("status"), "response.item", ["in_progress", "completed", "incomplete"]);
}

function checkCall(item: Place, text: string): void {
  expectKind(item.at("call_id"), "response.item", "non-empty string");
  expectKind(item.at("name"), "response.item", "non-empty string");
  expectKind(item.at(text), "call.arguments", "string");
}

/** B6: `output_text` with its annotations, or a refusal. */
function checkOutputPart(part: Place): void {
  if (!expectOneOf(part.at("type"), "response.item", ["output_text", "refusal", "reasoning_text"])) return;
  if (part.at("type").value === "refusal") expectKind(part.at("refusal"), "response.item", "string");
  else expectKind(part.at("text"), "response.item", "string");
  if (part.at("type").value === "output_text") expectKind(part.at("annotations"), "response.item", "array");
}
