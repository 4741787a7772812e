import type { Place } from "../place.ts";
import { NAME } from "./blocks.ts";

export const STOP_REASONS: readonly string[] =
  `end_turn tool_use max_tokens stop_sequence guardrail_intervened content_filtered malformed_model_output
  malformed_tool_use model_context_window_exceeded`.split(/\s+/);

/** What is cut off in the middle of a block when the response stops for one of these. */
export const CUT: readonly string[] = ["max_tokens", "model_context_window_exceeded"];

// Part D, "Response".
export function checkResponse(root: Place): void {
  if (!root.is("object", "response-shape")) return;
  const message = root.at("output").at("message");
  message.at("role").oneOf(["assistant"], "message-role");
  root.at("stopReason").oneOf(STOP_REASONS, "stop-reason");
  checkUsage(root.at("usage"));
  root.at("metrics").at("latencyMs").is("count", "metrics");
  if (!message.at("content").is("array", "content")) return;
  const blocks = message.at("content").items();
  for (const block of blocks) checkOutput(block);
  checkStop(root.at("stopReason"), blocks.filter((block) => isWaiting(block.at("toolUse"))).length);
}

export function checkUsage(usage: Place): void {
  if (!usage.is("object", "usage")) return;
  for (const name of ["inputTokens", "outputTokens", "totalTokens"]) usage.at(name).is("count", "usage");
  for (const name of ["cacheReadInputTokens", "cacheWriteInputTokens"]) usage.at(name).isOptional("count", "usage");
}

/** Whether a call waits for the client: a `server_tool_use` runs at AWS. */
export function isWaiting(call: Place): boolean {
  return call.exists && call.at("type").text !== "server_tool_use";
}

/** `tool_use` exactly when calls wait, unless something cut the response off. */
export function checkStop(reason: Place, calls: number): void {
  reason.badIf(reason.text === "tool_use" && calls === 0, "stop-tool-use", "no toolUse block is there");
  const ended = reason.text === "end_turn" || reason.text === "stop_sequence";
  reason.badIf(calls > 0 && ended, "stop-tool-use", "must be tool_use while toolUse blocks wait");
}

function checkOutput(block: Place): void {
  const [kind = "", ...others] = Object.keys(block.object);
  block.badIf(others.length > 0, "block-shape", "a block has exactly one kind");
  block.badIf(!KINDS.includes(kind), "block-kind", `${kind} is not a kind of a response's blocks`);
  if (kind === "text") block.at("text").is("string", "text-shape");
  if (kind === "toolUse") checkCall(block.at(kind));
}

const KINDS = ["text", "toolUse", "toolResult", "reasoningContent", "citationsContent", "image"];

/** A call, in a response or at the start of a streamed block. */
export function checkCall(call: Place, isWhole = true): void {
  call.at("toolUseId").badIf(!NAME.test(call.at("toolUseId").text), "tool-id", `must match ${NAME.source}`);
  call.at("name").badIf(call.at("name").text === "", "tool-use-name", "must not be empty");
  if (isWhole) call.at("input").is("object", "tool-use-input");
}
