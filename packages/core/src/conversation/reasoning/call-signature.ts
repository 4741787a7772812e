// Signatures of calls. Compatible servers of Chat Completions nest them under keys of their own
// (`extra_content.<vendor>.thought_signature`).

import { isObject } from "../../json/value.ts";
import type { CallPart } from "../../model/call.ts";
import type { ReasoningPart } from "../../model/content.ts";
import type { Json } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { Signature } from "../../model/signature.ts";

/** Whether a part is a call with a signature. */
export function isSigned(part: Part): part is CallPart & { readonly signature: Signature } {
  return part.type === "call" && part.signature !== undefined;
}

/** The origin of a call's signature. */
export function signatureOrigin({ origin }: CallPart): Pick<ReasoningPart, "origin"> {
  if (origin === undefined) return {};
  return { origin: { dialect: origin.dialect, place: origin.place.below(origin.fields.signature ?? ""), fields: {} } };
}

/** A signature nested under its vendor's keys. */
export function nestSignature(value: Json, keys: readonly string[]): Json {
  return keys.reduceRight<Json>((inner, key) => ({ [key]: inner }), value);
}

/** Messages in which calls with the vendor's signature in their extra content have it as their signature. */
export function withExtraSignatures(
  messages: readonly Message[],
  vendor: string,
  keys: readonly string[] | undefined,
): readonly Message[] {
  if (keys === undefined || !messages.some(({ parts }) => parts.some(isSigned))) return messages;
  return messages.map((message) => {
    const parts = message.parts.map((part) => (isSigned(part) ? adopted(part, vendor, keys) : part));
    return parts.every((part, index) => part === message.parts[index]) ? message : { ...message, parts };
  });
}

function adopted(
  call: CallPart & { readonly signature: Signature },
  vendor: string,
  keys: readonly string[],
): CallPart {
  const { value: whole, ...signature } = call.signature;
  if (signature.vendor === vendor) return call;
  const value = keys.reduce<Json | undefined>((inner, key) => (isObject(inner) ? inner[key] : undefined), whole);
  return typeof value === "string" ? { ...call, signature: { ...signature, vendor, value } } : call;
}
