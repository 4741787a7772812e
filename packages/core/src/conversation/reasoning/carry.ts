// Some clients drop reasoning from their history, but send the signatures of calls back. For these, the reasoning
// before a call travels inside of the call's signature, and is taken out again in the next request.

import { stringifyJson } from "../../json/stringify.ts";
import { isArray, isObject } from "../../json/value.ts";
import { nodeReport } from "../../mapping/provenance.ts";
import type { CallPart } from "../../model/call.ts";
import type { ReasoningPart, TextPart } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { Signature } from "../../model/signature.ts";
import type { Report } from "../../report.ts";
import { isSigned, signatureOrigin } from "./call-signature.ts";

/** How many characters of reasoning a call's signature may carry: the history grows by it with every turn. */
const MOST_CARRIED = 32_768;

/** A part that may come before a call. */
export type PartBeforeCall = ReasoningPart | TextPart;

/** A call signature that carries the reasoning before the call; `undefined` where there is none, or too much. */
export function carrierSignature(
  parts: readonly PartBeforeCall[],
  signature: Omit<Signature, "value">,
): Signature | undefined {
  const last = parts.findLastIndex(({ type }) => type === "reasoning");
  if (last === -1) return undefined;
  const value = { [BEFORE]: parts.slice(0, last + 1).map(written) };
  return stringifyJson(value).length > MOST_CARRIED ? undefined : { ...signature, value };
}

// A text is in the message itself: only its position is carried.
function written(part: PartBeforeCall): Json {
  if (part.type === "text") return null;
  const { texts, redacted, signature } = part;
  return { texts, ...(redacted === undefined ? {} : { redacted }), signature: signature?.value ?? null };
}

/** The reasoning that a signature carries, if it is not the call's own; `undefined` marks the position of a text. */
function carriedIn({ value, ...signature }: Signature): (ReasoningPart | undefined)[] | undefined {
  const before = isObject(value) ? value[BEFORE] : undefined;
  return isArray(before) ? before.map((part) => (isObject(part) ? read(part, signature) : undefined)) : undefined;
}

function read({ texts, redacted, signature }: JsonObject, own: Omit<Signature, "value">): ReasoningPart {
  return {
    type: "reasoning",
    texts: (isArray(texts) ? texts : []).filter((text): text is string => typeof text === "string"),
    ...(redacted === true ? { redacted } : {}),
    signature: { ...own, value: signature ?? null },
  };
}

const BEFORE = "before";

/** The vendor that is asked, and the signature that it takes for calls without one. */
export interface CarryTarget {
  readonly vendor: string;
  readonly dummySignature?: string | undefined;
}

/** Messages in which the reasoning that calls carry stands before them, unless the client has sent it too. */
export function withCarriedReasoning(
  messages: readonly Message[],
  target: CarryTarget,
  report: Report,
): readonly Message[] {
  if (!messages.some(({ parts }) => parts.some(isCarrying))) return messages;
  return messages.map((message) => {
    if (!message.parts.some(isCarrying)) return message;
    const parts: Part[] = [];
    let region: Part[] = [];
    for (const part of message.parts) {
      region.push(part);
      if (part.type !== "call") continue;
      parts.push(...(isCarrying(part) ? expanded(region.slice(0, -1), part, { target, report }) : region));
      region = [];
    }
    return { ...message, parts: [...parts, ...region] };
  });
}

/** The same for the parts of a response that came through another gateway. */
export function withCarriedParts(parts: readonly Part[], report: Report): readonly Part[] {
  return withCarriedReasoning([{ role: "assistant", parts }], { vendor: "" }, report)[0]?.parts ?? parts;
}

/** The signatures of the reasoning that a signature carries. */
export function carriedSignatures(signature: Signature): readonly Json[] {
  return (carriedIn(signature) ?? []).flatMap((part) => part?.signature?.value ?? []);
}

/** Whether a signature carries reasoning, and is not the call's own. */
export function isCarrier(signature: Signature): boolean {
  return carriedIn(signature) !== undefined;
}

function isCarrying(part: Part): part is CallPart & { readonly signature: Signature } {
  return isSigned(part) && carriedIn(part.signature) !== undefined;
}

function expanded(
  region: readonly Part[],
  carrying: CallPart & { readonly signature: Signature },
  { target, report }: { readonly target: CarryTarget; readonly report: Report },
): Part[] {
  const call = unsigned(carrying, target, report);
  if (region.some(({ type }) => type === "reasoning")) return [...region, call];
  const before: Part[] = [];
  let next = 0;
  for (const part of carriedIn(carrying.signature) ?? []) {
    if (part !== undefined) before.push({ ...part, ...signatureOrigin(carrying) });
    else before.push(...region.slice(next, ++next));
  }
  return [...before, ...region.slice(next), call];
}

// The vendor's own clients send this signature with calls that have none.
function unsigned(carrying: CallPart, { vendor, dummySignature }: CarryTarget, report: Report): CallPart {
  const { signature: _, ...call } = carrying;
  if (dummySignature === undefined || call.origin?.dialect !== vendor) return call;
  nodeReport(call, report).change("dummy-signature", dummySignature);
  return { ...call, signature: { vendor, value: dummySignature } };
}
