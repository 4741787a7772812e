import type { Place } from "../place.ts";

export const STOP_REASONS: readonly string[] =
  "end_turn max_tokens stop_sequence tool_use pause_turn refusal model_context_window_exceeded compaction".split(" ");

/** What is cut off in the middle of a block when the answer stops for one of these (A10). */
export const CUT: readonly string[] = ["max_tokens", "model_context_window_exceeded", "refusal"];

// A10.
export function checkResponse(root: Place): void {
  if (!root.is("object", "response-shape")) return;
  checkEnvelope(root);
  const reason = root.at("stop_reason");
  reason.oneOf(STOP_REASONS, "stop-reason");
  const sequence = root.at("stop_sequence");
  const right = reason.value === "stop_sequence" ? typeof sequence.value === "string" : !sequence.exists;
  sequence.badIf(!right, "stop-sequence", "is a string exactly when stop_reason is stop_sequence");
  checkUsage(root.at("usage"));
  if (!root.at("content").is("array", "content")) return;
  const blocks = root.at("content").items();
  for (const block of blocks) checkOutput(block, CUT.includes(reason.text));
  checkStop(reason, blocks);
}

export function checkEnvelope(message: Place): void {
  message.at("id").is("string", "message-id");
  message.at("type").oneOf(["message"], "message-type");
  message.at("role").oneOf(["assistant"], "message-role");
  message.at("model").is("string", "message-model");
}

export function checkUsage(usage: Place): void {
  if (!usage.is("object", "usage")) return;
  usage.at("input_tokens").is("count", "usage");
  usage.at("output_tokens").is("count", "usage");
  usage.at("cache_creation_input_tokens").isOptional("count", "usage");
  usage.at("cache_read_input_tokens").isOptional("count", "usage");
}

/** `tool_use` exactly when client tool calls wait, unless something cut the answer off (A10). */
export function checkStop(reason: Place, blocks: readonly Place[]): void {
  const calls = blocks.filter((block) => block.at("type").value === "tool_use");
  const called = calls.length > 0;
  reason.badIf(reason.value === "tool_use" && !called, "stop-tool-use", "no tool_use block is there");
  const ended = reason.value === "end_turn" || reason.value === "stop_sequence";
  reason.badIf(called && ended, "stop-tool-use", "must be tool_use while tool_use blocks wait");
  const ids = calls.map((call) => call.at("id").text);
  for (const [index, call] of calls.entries())
    call.badIf(ids.indexOf(ids[index] ?? "") !== index, "tool-id-unique", "tool_use ids must be unique");
}

/** One block as the SDK's response types have it; `cut` where its end may be missing. */
export function checkOutput(block: Place, cut: boolean): void {
  const type = block.at("type");
  if (type.text === "text") block.at("text").is("string", "text-shape");
  else if (type.text === "thinking") checkThought(block, cut);
  else if (type.text === "redacted_thinking") block.at("data").is("string", "redacted-data");
  else if (/^(server_|mcp_)?tool_use$/.test(type.text)) checkCall(block);
  else type.badIf(!OTHERS.test(type.text), "block-kind", "is not a kind of content block");
}

const OTHERS = /^(\w+_tool_result|mcp_tool_listing|container_upload|compaction|fallback)$/;

function checkThought(block: Place, cut: boolean): void {
  block.at("thinking").is("string", "thinking-text");
  if (!block.at("signature").is("string", "thinking-signature")) return;
  // A9: thinking that is sent to an Anthropic client needs a signature, or it cannot be sent back.
  block.badIf(block.at("signature").text === "" && !cut, "thinking-signature", "must not be empty");
}

// A7.
function checkCall(block: Place): void {
  const id = block.at("id");
  id.badIf(!/^[a-zA-Z0-9_-]+$/.test(id.text), "tool-id", "String should match pattern '^[a-zA-Z0-9_-]+$'");
  block.at("name").badIf(block.at("name").text === "", "tool-use-name", "must be a non-empty string");
  block.at("input").is("object", "tool-use-input");
}
