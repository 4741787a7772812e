import { isObject } from "@toolglot/core";
import type { GenerateResult } from "./generate.ts";
import { type AgentCall, textIn } from "./message.ts";

/** What an answer means for the conversation, and whether it is kept in it. */
export type TurnOutcome =
  | { readonly type: "answered" | "calls" | "paused"; readonly isKept: true }
  | { readonly type: "failed"; readonly code: string; readonly error: string; readonly isKept: boolean };

/** The calls that an answer makes. */
export function callsIn({ content, invalidArguments }: GenerateResult): AgentCall[] {
  return content.flatMap(({ type, id, name, input }) => {
    if (type !== "tool_use" || typeof id !== "string" || typeof name !== "string") return [];
    const raw = invalidArguments?.get(id);
    return [{ id, name, input: isObject(input) ? input : {}, ...(raw === undefined ? {} : { unreadable: raw }) }];
  });
}

/** What an answer means: what was cut short, was refused or says nothing is no answer, and its calls are not run. */
export function turnOutcome({ stopReason, content }: GenerateResult, calls: readonly AgentCall[]): TurnOutcome {
  const failure = FAILURES[stopReason];
  const isText = calls.length === 0 && textIn(content).trim() !== "";
  // What was said until then may be gone on from; a call may not.
  if (failure !== undefined)
    return { type: "failed", code: stopReason, error: failure, isKept: stopReason !== "refusal" && isText };
  if (calls.length > 0) return { type: "calls", isKept: true };
  if (stopReason === "pause_turn") return { type: "paused", isKept: true };
  if (isText) return { type: "answered", isKept: true };
  return { type: "failed", code: "empty", error: "the model answered nothing", isKept: false };
}

/** https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
const FAILURES: Readonly<Record<string, string>> = {
  max_tokens: "the answer was cut short: it reached the limit of its length",
  model_context_window_exceeded: "the answer was cut short: the conversation is too long for the model",
  refusal: "the model refused to answer",
};
