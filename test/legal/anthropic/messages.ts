import type { Place } from "../place.ts";
import { checkBlock } from "./blocks.ts";
import { EXTRA } from "./extra.ts";
import type { ModelFacts } from "./models.ts";

export function checkMessages(root: Place, facts: ModelFacts | undefined): void {
  const messages = root.at("messages");
  if (!messages.is("array", "messages")) return;
  const all = messages.items();
  messages.badIf(all.length === 0, "messages", "at least one message is required");
  const [first] = all;
  // A4: the conversation must contain a user turn first.
  first?.at("role").badIf(first.at("role").text !== "user", "first-user", "first message must use the user role");
  for (const [index, message] of all.entries()) checkMessage(message, index === all.length - 1);
  for (const [index, message] of all.entries())
    if (message.at("role").text === "system") checkPlacement(message, all[index - 1], all[index + 1]);
  checkSystemModel(all, facts);
  checkPrefill(root, all.at(-1), facts);
}

// A4.
function checkSystemModel(messages: readonly Place[], facts: ModelFacts | undefined): void {
  if (facts?.rejectsSystemMessages !== true) return;
  for (const role of messages.map((message) => message.at("role")))
    role.badIf(role.text === "system", "system-model", "role 'system' is not supported on this model");
}

function checkMessage(message: Place, isLast: boolean): void {
  if (!message.is("object", "message-shape")) return;
  const role = message.at("role").text;
  message.at("role").oneOf(["user", "assistant", "system"], "role");
  // A4: `clear_at` and `output_config` are the beta fields of a system message.
  const known = role === "system" ? ["role", "content", "clear_at", "output_config"] : ["role", "content"];
  message.onlyKeys(known, "message-field", EXTRA);
  const content = message.at("content");
  const absent = role === "system" && content.value === undefined && message.at("output_config").exists;
  if (!absent) checkContent(content, role, isLast);
}

// A4: no empty message, but for a final assistant message; no empty text anywhere.
function checkContent(content: Place, role: string, isLast: boolean): void {
  const isText = typeof content.value === "string";
  if (!isText && !content.is("array", "content")) return;
  const size = isText ? content.text.length : content.items().length;
  const empty = size === 0 && !(isLast && role === "assistant");
  content.badIf(empty, "empty-message", "all messages must have non-empty content");
  const blank = isText && size > 0 && content.text.trim() === "";
  content.badIf(blank, "blank-text", "text content blocks must contain non-whitespace text");
  for (const block of content.items()) checkBlock(block, role);
}

// A4: after a user turn or a server tool's result, and before an assistant turn or the end.
function checkPlacement(message: Place, previous: Place | undefined, next: Place | undefined): void {
  const after = previous?.at("role").text === "user" || (previous !== undefined && endsInServerTool(previous));
  message.badIf(!after, "system-placement", "must immediately follow a user turn or a server tool's result");
  const before = next === undefined || next.at("role").text === "assistant";
  message.badIf(!before, "system-placement", "must be followed by an assistant turn or end the array");
}

// A4; a paused turn is sent back as it is (A10 `pause_turn`), which is no prefill.
function checkPrefill(root: Place, last: Place | undefined, facts: ModelFacts | undefined): void {
  if (last?.at("role").text !== "assistant" || endsInServerTool(last)) return;
  const message = "This model does not support assistant message prefill.";
  last.badIf(facts?.rejectsPrefill === true, "prefill-model", message);
  const formatted = root.at("output_config").at("format").exists || root.at("output_format").exists;
  last.badIf(formatted, "prefill-format", "prefill is incompatible with output_config.format");
  const content = last.at("content");
  const block = content.items().at(-1);
  const text = block === undefined ? content : block.at("text");
  const trailing = text.text !== text.text.trimEnd();
  text.badIf(trailing, "prefill-whitespace", "final assistant content cannot end with trailing whitespace");
}

function endsInServerTool(message: Place): boolean {
  const type = message.at("content").items().at(-1)?.at("type").text ?? "";
  return type === "server_tool_use" || (type !== "tool_result" && type.endsWith("_tool_result"));
}
