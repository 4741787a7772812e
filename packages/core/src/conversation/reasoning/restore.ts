import { nodeReport } from "../../mapping/provenance.ts";
import type { CallPart } from "../../model/call.ts";
import type { Message } from "../../model/message.ts";
import type { Part, ReasoningPart, Signature } from "../../model/part.ts";
import type { KeptReasoning } from "../../model/reasoning.ts";
import type { Report } from "../../report.ts";
import { callKey, Fingerprints, textKey } from "./keys.ts";

/** What was kept of a conversation's reasoning, by its keys. */
export type KeptByKey = ReadonlyMap<string, KeptReasoning>;

/** Who is asked, and in which dialect. */
export interface RestoreTarget {
  readonly provider: string;
  readonly vendor: string;
  /** Answers without calls are looked for as well. */
  readonly withTexts: boolean;
}

/** The keys under which reasoning of a conversation may have been kept. */
export function reasoningKeysIn(messages: readonly Message[], withTexts: boolean): string[] {
  const steps = stepsOf(messages);
  return steps.flatMap((step) => keysOf(step, withTexts)).slice(-MOST_KEYS);
}

/** So many steps of a conversation are looked for at most, the latest. */
const MOST_KEYS = 1024;

/**
 * A conversation with the reasoning that was kept of it, each piece where it stood, for the provider that made it; what a
 * client still has of another provider's is marked as that one's.
 */
export function restoreReasoning(
  messages: readonly Message[],
  kept: KeptByKey,
  target: RestoreTarget,
  report: Report,
): readonly Message[] {
  if (kept.size === 0) return messages;
  const changed = new Map<number, Message>();
  for (const step of stepsOf(messages)) restoreStep(step, { kept, target, report, changed });
  if (changed.size === 0) return messages;
  // What held reasoning alone has nothing left to say.
  return messages
    .map((message, index) => changed.get(index) ?? message)
    .filter(({ parts }, index) => {
      return parts.length > 0 || messages[index]?.parts.length === 0;
    });
}

// ── steps ───────────────────────────────────────────────────────────────────

/** What a model answered at once: messages that follow each other, from this one on. */
interface Step {
  readonly first: number;
  readonly messages: readonly Message[];
  readonly prefix: () => string;
}

function stepsOf(messages: readonly Message[]): Step[] {
  const prints = new Fingerprints(messages);
  const steps: Step[] = [];
  for (let index = 0; index < messages.length; index++) {
    if (messages[index]?.role !== "assistant") continue;
    const first = index;
    while (messages[index + 1]?.role === "assistant") index++;
    steps.push({ first, messages: messages.slice(first, index + 1), prefix: () => prints.upTo(first) });
  }
  return steps;
}

function keysOf({ messages, prefix }: Step, withTexts: boolean): string[] {
  const parts = messages.flatMap((message) => message.parts);
  const calls = parts.filter((part) => part.type === "call");
  if (calls.length > 0) return calls.map((call, position) => callKey(call, { prefix, position }));
  return withTexts || parts.some(isNobodys) ? [textKey(textOf(parts), { prefix, position: 0 })] : [];
}

// Plain words of reasoning, of which only what was kept can tell whose they are.
function isNobodys(part: Part): boolean {
  return part.type === "reasoning" && part.signature === undefined;
}

function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

// ── putting back ────────────────────────────────────────────────────────────

interface Restoring {
  readonly kept: KeptByKey;
  readonly target: RestoreTarget;
  readonly report: Report;
  readonly changed: Map<number, Message>;
}

/** A part, and in which message of its step it stands. */
interface Placed {
  readonly at: number;
  readonly part: Part;
}

function restoreStep(step: Step, restoring: Restoring): void {
  const { messages, first, prefix } = step;
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
    const kept = restoring.kept.get(callKey(part, { prefix, position: position++ }));
    written.push(
      ...(kept === undefined ? [...region, placed] : restored(region, { ...placed, part }, kept, restoring)),
    );
    region = [];
  }
  const isSought = position === 0 && (restoring.target.withTexts || region.some(({ part }) => isNobodys(part)));
  const last = isSought ? restoring.kept.get(stepKey(all, prefix)) : undefined;
  written.push(...(last === undefined ? region : restoredText(region, last, restoring)));
  messages.forEach((message, at) => {
    const parts = written.flatMap((placed) => (placed.at === at ? [placed.part] : []));
    const same = parts.length === message.parts.length && parts.every((part, index) => part === message.parts[index]);
    if (!same) restoring.changed.set(first + at, { ...message, parts });
  });
}

function stepKey(placed: readonly Placed[], prefix: () => string): string {
  return textKey(textOf(placed.map(({ part }) => part)), { prefix, position: 0 });
}

type PlacedCall = Placed & { readonly part: CallPart };

function restored(region: readonly Placed[], call: PlacedCall, kept: KeptReasoning, restoring: Restoring): Placed[] {
  const { target, report } = restoring;
  if (kept.provider !== target.provider) return [...region.map((placed) => foreign(placed, kept)), foreign(call, kept)];
  if (has([...region, call], kept, target)) return [...region, call];
  nodeReport(call.part, report).change("restored-reasoning");
  const { signature = call.part.signature } = kept;
  const part = signature === undefined ? call.part : { ...call.part, signature };
  return [...rebuilt(region, kept, call.at), { at: call.at, part }];
}

function restoredText(region: readonly Placed[], kept: KeptReasoning, { target, report }: Restoring): Placed[] {
  if (kept.provider !== target.provider) return region.map((placed) => foreign(placed, kept));
  if (has(region, kept, target)) return [...region];
  const [first] = region;
  if (first !== undefined) nodeReport(first.part, report).change("restored-reasoning");
  return rebuilt(region, kept, first?.at ?? 0);
}

// What was kept takes the place of what the client has of it, with the client's texts where texts were.
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

// Whether the client has sent it itself: what is signed with a signature, what is not in words.
function has(placed: readonly Placed[], { before, signature }: KeptReasoning, { vendor }: RestoreTarget): boolean {
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

// A part that carries somebody's reasoning says from now on whose it is.
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
