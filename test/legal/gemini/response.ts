import type { Place } from "../place.ts";
import { checkPart } from "./parts.ts";

// B8; the list of the SDK, and the one that only REST has.
const FINISH_REASONS: readonly string[] =
  `FINISH_REASON_UNSPECIFIED STOP MAX_TOKENS SAFETY RECITATION LANGUAGE OTHER BLOCKLIST PROHIBITED_CONTENT SPII
  MALFORMED_FUNCTION_CALL IMAGE_SAFETY UNEXPECTED_TOOL_CALL TOO_MANY_TOOL_CALLS IMAGE_PROHIBITED_CONTENT NO_IMAGE
  IMAGE_RECITATION IMAGE_OTHER CONTINUATION MISSING_THOUGHT_SIGNATURE`.split(/\s+/);

const BLOCK_REASONS: readonly string[] =
  `BLOCK_REASON_UNSPECIFIED SAFETY OTHER BLOCKLIST PROHIBITED_CONTENT IMAGE_SAFETY MODEL_ARMOR JAILBREAK`.split(/\s+/);

const COUNTS: readonly string[] =
  `promptTokenCount cachedContentTokenCount candidatesTokenCount thoughtsTokenCount toolUsePromptTokenCount
  totalTokenCount`.split(/\s+/);

export function checkResponse(root: Place): void {
  if (!root.is("object", "response-shape")) return;
  checkUsage(root.at("usageMetadata"));
  if (isBlocked(root)) checkBlocked(root);
  else checkCandidates(root);
}

function checkCandidates(root: Place): void {
  const first = root.at("candidates").at(0);
  if (!first.is("object", "candidates")) return;
  for (const candidate of root.at("candidates").items()) {
    checkFinish(candidate, true);
    checkContent(candidate, hasNothingToSay(candidate));
  }
}

/** B8: a blocked prompt is an answer with HTTP 200 and no candidates. */
export function isBlocked(root: Place): boolean {
  return root.at("promptFeedback").exists && !root.at("candidates").exists;
}

export function checkBlocked(root: Place): void {
  root.at("promptFeedback").at("blockReason").oneOf(BLOCK_REASONS, "block-reason");
}

export function checkFinish(candidate: Place, required: boolean): void {
  const reason = candidate.at("finishReason");
  if (reason.exists || required) reason.oneOf(FINISH_REASONS, "finish-reason");
}

// B8: an answer that was stopped for its content, or before it had any, may come without.
function hasNothingToSay(candidate: Place): boolean {
  return candidate.at("finishReason").value !== "STOP";
}

/** B9: `content.role` is model, and each part is an object with its one data field. */
export function checkContent(candidate: Place, mayBeEmpty: boolean): void {
  const content = candidate.at("content");
  const parts = content.at("parts").items();
  if (mayBeEmpty && parts.length === 0) return;
  content.at("role").oneOf(["model"], "content-role");
  content.badIf(parts.length === 0, "content-parts", "parts must not be empty");
  for (const part of parts) checkPart(part);
}

export function checkUsage(usage: Place): void {
  if (!usage.exists || !usage.is("object", "usage")) return;
  for (const name of COUNTS) usage.at(name).isOptional("count", "usage");
  const of = (name: string) => Number(usage.at(name).value ?? 0);
  const sum = of("promptTokenCount") + of("candidatesTokenCount") + of("thoughtsTokenCount");
  const total = sum + of("toolUsePromptTokenCount");
  const wrong = usage.at("totalTokenCount").exists && of("totalTokenCount") !== total;
  usage.at("totalTokenCount").badIf(wrong, "usage-total", `must be the sum, ${total}`);
}
