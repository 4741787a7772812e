// Restoring recorded reasoning in a later request. `record.ts` is the counterpart.

import { nodeReport } from "../../mapping/provenance.ts";
import type { CallPart } from "../../model/call.ts";
import type { ReasoningPart } from "../../model/content.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { KeptReasoning } from "../../model/reasoning.ts";
import type { Signature } from "../../model/signature.ts";
import type { Report } from "../../report.ts";
import { callKey, textKey } from "./keys.ts";
import { isUnsigned, joinedText, type ModelTurn, turnsOf } from "./model-turns.ts";

/** The stored reasoning of a conversation, by its keys. */
export type KeptByKey = ReadonlyMap<string, KeptReasoning>;

/** What was stored, the provider that is asked, and its dialect. */
export interface RestoreOptions {
  readonly kept: KeptByKey;
  readonly provider: string;
  readonly vendor: string;
  /** Responses without calls are looked up as well. */
  readonly withTexts: boolean;
}

/**
 * Messages with their stored reasoning in its places, for the provider that made it; reasoning of another provider that the
 * client still has is marked as such.
 */
export function restoreReasoning(
  messages: readonly Message[],
  options: RestoreOptions,
  report: Report,
): readonly Message[] {
  if (options.kept.size === 0) return messages;
  const changed = new Map<number, Message>();
  for (const turn of turnsOf(messages)) restoreTurn(turn, { ...options, report, changed });
  if (changed.size === 0) return messages;
  // A message that held reasoning alone is empty now.
  return messages
    .map((message, index) => changed.get(index) ?? message)
    .filter(({ parts }, index) => {
      return parts.length > 0 || messages[index]?.parts.length === 0;
    });
}

interface Restoring extends RestoreOptions {
  readonly report: Report;
  readonly changed: Map<number, Message>;
}

/** A part, and the index of its message in the turn. */
interface Placed {
  readonly at: number;
  readonly part: Part;
}

function restoreTurn(turn: ModelTurn, restoring: Restoring): void {
  const { messages, first, prefix } = turn;
  const all = messages.flatMap(({ parts }, at) => parts.map((part): Placed => ({ at, part })));
  const written: Placed[] = [];
  let region: Placed[] = [];
  let position = 0;
  for (const placed of all) {
    const { part } = placed;
    if (part.type !== "call") {
      region.push(placed);
      continue;
    }
    const kept = reasoningAt(callKey(part, { prefix, position: position++ }), restoring);
    written.push(
      ...(kept === undefined ? [...region, placed] : restored(region, { ...placed, part }, kept, restoring)),
    );
    region = [];
  }
  const isSought = position === 0 && (restoring.withTexts || region.some(({ part }) => isUnsigned(part)));
  const last = isSought ? reasoningAt(turnKey(all, prefix), restoring) : undefined;
  written.push(...(last === undefined ? region : restoredText(region, last, restoring)));
  messages.forEach((message, at) => {
    const parts = written.flatMap((placed) => (placed.at === at ? [placed.part] : []));
    const same = parts.length === message.parts.length && parts.every((part, index) => part === message.parts[index]);
    if (!same) restoring.changed.set(first + at, { ...message, parts });
  });
}

// A record without reasoning lists the tools that a search has found (`KeptReasoning.loaded`).
function reasoningAt(key: string, { kept }: Restoring): KeptReasoning | undefined {
  const found = kept.get(key);
  const hasReasoning = found !== undefined && (found.before.length > 0 || found.signature !== undefined);
  return hasReasoning ? found : undefined;
}

function turnKey(placed: readonly Placed[], prefix: () => string): string {
  return textKey(joinedText(placed.map(({ part }) => part)), { prefix, position: 0 });
}

type PlacedCall = Placed & { readonly part: CallPart };

function restored(region: readonly Placed[], call: PlacedCall, kept: KeptReasoning, restoring: Restoring): Placed[] {
  const { provider, report } = restoring;
  if (kept.provider !== provider) return [...region.map((placed) => foreign(placed, kept)), foreign(call, kept)];
  if (isSentBack([...region, call], kept, restoring)) return [...region, call];
  nodeReport(call.part, report).change("restored-reasoning");
  const { signature = call.part.signature } = kept;
  const part = signature === undefined ? call.part : { ...call.part, signature };
  return [...rebuilt(region, kept, call.at), { at: call.at, part }];
}

function restoredText(region: readonly Placed[], kept: KeptReasoning, restoring: Restoring): Placed[] {
  if (kept.provider !== restoring.provider) return region.map((placed) => foreign(placed, kept));
  if (isSentBack(region, kept, restoring)) return [...region];
  const [first] = region;
  if (first !== undefined) nodeReport(first.part, restoring.report).change("restored-reasoning");
  return rebuilt(region, kept, first?.at ?? 0);
}

// Stored reasoning replaces the reasoning that the client has sent; texts stay as the client has sent them.
function rebuilt(region: readonly Placed[], { before }: KeptReasoning, end: number): Placed[] {
  const texts = region.filter(({ part }) => part.type !== "reasoning");
  const written: Placed[] = [];
  let next = 0;
  for (const part of before) {
    const text = texts[next];
    if (part.type === "reasoning") written.push({ at: text?.at ?? end, part });
    else if (text !== undefined) {
      next++;
      written.push(
        part.signature === undefined ? text : { ...text, part: { ...text.part, signature: part.signature } as Part },
      );
    }
  }
  return [...written, ...texts.slice(next)];
}

// Whether the client has sent the reasoning itself: with a signature where it is signed, else as text.
function isSentBack(placed: readonly Placed[], { before, signature }: KeptReasoning, { vendor }: Restoring): boolean {
  const isSigned = isProof(signature) || before.some((part) => isProof(part.signature));
  return placed.some(({ part }) => {
    const own = "signature" in part ? part.signature : undefined;
    if ((own?.vendor ?? part.origin?.dialect) !== vendor) return false;
    return isSigned ? isProof(own) : part.type === "reasoning" && part.texts.some((text) => text !== "");
  });
}

function isProof(signature: Signature | undefined): boolean {
  return signature !== undefined && signature.value !== null;
}

// Names the provider that made the reasoning of a part, so that it is not sent to another one.
function foreign(placed: Placed, { provider }: KeptReasoning): Placed {
  const { part } = placed;
  const signature = "signature" in part ? part.signature : undefined;
  if (part.type !== "reasoning" && signature === undefined) return placed;
  const vendor = signature?.vendor ?? part.origin?.dialect ?? "";
  return {
    ...placed,
    part: { ...part, signature: { vendor, value: signature?.value ?? null, provider } } as ReasoningPart,
  };
}
