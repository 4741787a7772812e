// Recording the reasoning of a response, for clients that cannot send it back. `restore.ts` is the counterpart.

import { callSignatureIn } from "../../mapping/nodes/signature.ts";
import type { CallPart } from "../../model/call.ts";
import type { ReasoningPart } from "../../model/content.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { KeptPart, KeptReasoning, ReasoningRecord } from "../../model/reasoning.ts";
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
  const recorder = new PartRecorder(context, loaded);
  for (const part of parts) recorder.take(part);
  return recorder.finish();
}

/** Goes through the parts of one response. Each call gets a record of what came before it, since the call before. */
class PartRecorder {
  private readonly context: RecordContext;
  private readonly loaded: readonly string[];
  private readonly prefix: () => string;
  private readonly records: ReasoningRecord[] = [];
  private readonly texts: string[] = [];
  private before: KeptPart[] = [];
  /** The signature of the next call, where a reasoning part holds it. */
  private signature: Signature | undefined;
  private calls = 0;

  constructor(context: RecordContext, loaded: readonly string[]) {
    const messages = context.messages();
    const prints = new Fingerprints(messages);
    this.context = context;
    this.loaded = loaded;
    this.prefix = () => prints.upTo(messages.length);
  }

  take(part: Part): void {
    if (part.type === "text") this.texts.push(part.text);
    if (part.type === "call") this.takeCall(part);
    else {
      const next = part.type === "reasoning" ? callSignatureIn(part) : undefined;
      if (next === undefined) this.before.push(...keptPart(part, this.context.vendor));
      else this.signature = next;
    }
  }

  /** The records; a response without calls has one, under the key of its text. */
  finish(): ReasoningRecord[] {
    const { before, context, loaded, prefix, texts } = this;
    const isKept = (before.some(isReasoning) && isWanted(before, context)) || loaded.length > 0;
    if (this.calls === 0 && isKept)
      this.records.push({
        key: textKey(texts.join(""), { prefix, position: 0 }),
        reasoning: this.reasoning(undefined),
      });
    return this.records;
  }

  private takeCall(call: CallPart): void {
    const { before, context, loaded, prefix } = this;
    const signature = call.signature ?? this.signature;
    const keys = callKeys(call, { prefix, position: this.calls++ }, context.optionalIds);
    if (signature !== undefined || before.some(isReasoning) || loaded.length > 0) {
      const reasoning = this.reasoning(signature);
      for (const key of keys) this.records.push({ key, reasoning });
    }
    this.before = [];
    this.signature = undefined;
  }

  private reasoning(signature: Signature | undefined): KeptReasoning {
    const { before, context, loaded } = this;
    return {
      provider: context.provider,
      before,
      ...(signature === undefined ? {} : { signature }),
      ...(loaded.length === 0 ? {} : { loaded }),
    };
  }
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
