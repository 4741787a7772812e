// What the finish reason of a provider means to the client.

import { EMPTY_RESPONSE } from "../../mapping/nodes/failure.ts";
import type { Failure } from "../../model/failure.ts";
import type { FinishReason, FinishReasonName } from "../../model/response.ts";
import type { ResponseTranslatorContext } from "./translator-context.ts";

/**
 * The finish reason for the client: a response with calls finishes with `tool`, whatever the provider says, unless it was truncated or
 * refused. A raw reason that says neither is reported.
 */
export function clientFinishReason(finishReason: FinishReason, hasCalls: boolean): FinishReason {
  if (hasCalls && CALLABLE.has(finishReason.reason))
    return { ...finishReason, reason: "tool", ...(isUnclear(finishReason) ? { special: true } : {}) };
  return finishReason.reason === "tool" && !hasCalls ? { ...finishReason, reason: "end" } : finishReason;
}

/** What a response holds besides its finish reason. */
export interface ResponseContent {
  readonly hasOutput: boolean;
  readonly hasCalls: boolean;
}

/** The error that a finish reason stands for: a malformed call must not look like a response without one. */
export function failureOf(
  { reason, raw, message }: FinishReason,
  { hasOutput, hasCalls }: ResponseContent,
  { profile, client, vendor }: ResponseTranslatorContext,
): Failure | undefined {
  const code = raw === undefined ? {} : { code: raw };
  if (!hasOutput && WITHHELD.has(reason) && !profile.withheld)
    return { kind: "invalid-request", status: 400, message: message ?? "the answer was withheld", ...code };
  // An empty response with an unknown finish reason, or none.
  if (!hasOutput && reason === "other" && client !== vendor)
    return { ...EMPTY_RESPONSE, ...code, ...(message === undefined ? {} : { message }) };
  if (reason !== "malformed" || hasCalls) return undefined;
  return { kind: "server", status: 502, message: message ?? "the model made a call that cannot be read", ...code };
}

function isUnclear({ reason, raw }: FinishReason): boolean {
  return raw !== undefined && (reason === "other" || reason === "pause");
}

const WITHHELD: ReadonlySet<FinishReasonName> = new Set(["filter", "refusal"]);

/** Finish reasons at which a call may be truncated. */
export const TRUNCATING_REASONS: ReadonlySet<FinishReasonName> = new Set(["length", "filter", "refusal", "malformed"]);

const CALLABLE: ReadonlySet<FinishReasonName> = new Set(["end", "tool", "stop-sequence", "other", "pause"]);
