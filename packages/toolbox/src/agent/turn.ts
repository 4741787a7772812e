import { isObject } from "@toolglot/core";
import type { GenerateResult } from "./generate.ts";
import { type AgentCall, textIn } from "./message.ts";

/** What a response means for the conversation, and whether it becomes part of it. */
export type TurnOutcome =
  | { readonly type: "answered" | "calls" | "paused"; readonly isKept: true }
  | { readonly type: "failed"; readonly code: string; readonly error: string; readonly isKept: boolean };

/** The tool calls of a response. */
export function callsIn({ content, invalidArguments }: GenerateResult): AgentCall[] {
  return content.flatMap(({ type, id, name, input }) => {
    if (type !== "tool_use" || typeof id !== "string" || typeof name !== "string") return [];
    const raw = invalidArguments?.get(id);
    return [{ id, name, input: isObject(input) ? input : {}, ...(raw === undefined ? {} : { unreadable: raw }) }];
  });
}

/** Classifies a response. Truncated, refused and empty responses are failures, and their calls are not run. */
export function turnOutcome({ stopReason, content }: GenerateResult, calls: readonly AgentCall[]): TurnOutcome {
  const failure = FAILURES[stopReason];
  const isText = calls.length === 0 && textIn(content).trim() !== "";
  // Truncated text can be continued from; a truncated call cannot.
  if (failure !== undefined)
    return { type: "failed", code: stopReason, error: failure, isKept: stopReason !== "refusal" && isText };
  if (calls.length > 0) return { type: "calls", isKept: true };
  if (stopReason === "pause_turn") return { type: "paused", isKept: true };
  if (isText) return { type: "answered", isKept: true };
  return { type: "failed", code: "empty", error: "the model's response is empty", isKept: false };
}

/** https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
const FAILURES: Readonly<Record<string, string>> = {
  max_tokens: "the response was cut short: it reached the limit on output tokens",
  model_context_window_exceeded: "the response was cut short: the conversation exceeds the model's context window",
  refusal: "the model refused to answer",
};
