// Recording the reasoning of a response, for clients that cannot send it back. `restore.ts` is the counterpart.

import { callSignatureIn } from "../../mapping/nodes/signature.ts";
import type { ReasoningPart } from "../../model/content.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { KeptPart, ReasoningRecord } from "../../model/reasoning.ts";
import type { Signature } from "../../model/signature.ts";
import { callKeys, Fingerprints, textKey } from "./keys.ts";

/** The provider whose reasoning is recorded, and the conversation that it belongs to. */
export interface RecordContext {
  /** The provider's name. */
  readonly provider: string;
  /** The provider's dialect. */
  readonly vendor: string;
  /** The messages before the response, as the client sent them. */
  readonly messages: () => readonly Message[];
  /** Clients of this dialect need not send the ids of calls back. */
  readonly optionalIds: boolean;
  /** Which responses without calls are recorded as well: all, those with unsigned reasoning, or none. */
  readonly withTexts: "all" | "plain" | "none";
  /** The deferred tools that were found in this turn. */
  readonly loaded: () => readonly string[];
}

/** The reasoning in a translated response, under the keys by which later requests look it up. */
export function recordReasoning(parts: readonly Part[], context: RecordContext): ReasoningRecord[] {
  const loaded = context.loaded();
  if (!parts.some(hasReasoning) && loaded.length === 0) return [];
  const { provider, optionalIds } = context;
  const messages = context.messages();
  const found = loaded.length === 0 ? {} : { loaded };
  const prints = new Fingerprints(messages);
  const prefix = () => prints.upTo(messages.length);
  const records: ReasoningRecord[] = [];
  const texts: string[] = [];
  let before: KeptPart[] = [];
  let signature: Signature | undefined;
  let position = 0;
  for (const part of parts) {
    if (part.type === "text") texts.push(part.text);
    if (part.type !== "call") {
      const next = part.type === "reasoning" ? callSignatureIn(part) : undefined;
      if (next === undefined) before.push(...keptPart(part, context.vendor));
      else signature = next;
      continue;
    }
    const own = part.signature ?? signature;
    const reasoning = { provider, before, ...(own === undefined ? {} : { signature: own }), ...found };
    const keys = callKeys(part, { prefix, position: position++ }, optionalIds);
    if (own !== undefined || before.some(isReasoning) || loaded.length > 0)
      for (const key of keys) records.push({ key, reasoning });
    before = [];
    signature = undefined;
  }
  const isKept = (before.some(isReasoning) && isWanted(before, context)) || loaded.length > 0;
  if (position === 0 && isKept)
    records.push({ key: textKey(texts.join(""), { prefix, position }), reasoning: { provider, before, ...found } });
  return records;
}

function isWanted(before: readonly KeptPart[], { withTexts }: RecordContext): boolean {
  return (
    withTexts === "all" ||
    (withTexts === "plain" && before.every(({ signature }) => (signature?.value ?? null) === null))
  );
}

function keptPart(part: Part, vendor: string): KeptPart[] {
  if (part.type === "text")
    return [{ type: "text", ...(part.signature === undefined ? {} : { signature: part.signature }) }];
  if (part.type !== "reasoning") return [];
  const { type, texts, summary, redacted, signature = { vendor, value: null } } = part;
  const shown = { ...(summary === undefined ? {} : { summary }), ...(redacted === undefined ? {} : { redacted }) };
  return [{ type, texts, ...shown, signature }];
}

function hasReasoning(part: Part): boolean {
  return part.type === "reasoning" || ((part.type === "call" || part.type === "text") && part.signature !== undefined);
}

function isReasoning(part: KeptPart | ReasoningPart): boolean {
  return part.type === "reasoning" || part.signature !== undefined;
}
