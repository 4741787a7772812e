import { isObject } from "@toolglot/core";
import type { Answer } from "./ask.ts";
import { type AgentCall, textIn } from "./message.ts";

/** What an answer means for the conversation, and whether it is kept in it. */
export type TurnEnd =
  | { readonly type: "answered" | "calls" | "paused"; readonly keeps: true }
  | { readonly type: "failed"; readonly code: string; readonly error: string; readonly keeps: boolean };

/** The calls that an answer makes. */
export function callsIn({ content, unreadable }: Answer): AgentCall[] {
  return content.flatMap(({ type, id, name, input }) => {
    if (type !== "tool_use" || typeof id !== "string" || typeof name !== "string") return [];
    const raw = unreadable?.get(id);
    return [{ id, name, input: isObject(input) ? input : {}, ...(raw === undefined ? {} : { unreadable: raw }) }];
  });
}

/** What an answer means: what was cut short, was refused or says nothing is no answer, and its calls are not run. */
export function endOf({ stop, content }: Answer, calls: readonly AgentCall[]): TurnEnd {
  const failure = FAILURES[stop];
  const isText = calls.length === 0 && textIn(content).trim() !== "";
  // What was said until then may be gone on from; a call may not.
  if (failure !== undefined) return { type: "failed", code: stop, error: failure, keeps: stop !== "refusal" && isText };
  if (calls.length > 0) return { type: "calls", keeps: true };
  if (stop === "pause_turn") return { type: "paused", keeps: true };
  if (isText) return { type: "answered", keeps: true };
  return { type: "failed", code: "empty", error: "the model answered nothing", keeps: false };
}

/** https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
const FAILURES: Readonly<Record<string, string>> = {
  max_tokens: "the answer was cut short: it reached the limit of its length",
  model_context_window_exceeded: "the answer was cut short: the conversation is too long for the model",
  refusal: "the model refused to answer",
};
