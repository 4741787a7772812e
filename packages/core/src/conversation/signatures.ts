import { nodeReport } from "../content/provenance.ts";
import { sealOfCall, shownSeal } from "../content/signature.ts";
import type { CallPart } from "../model/call.ts";
import type { Message } from "../model/message.ts";
import type { Part, ReasoningPart, Seal } from "../model/part.ts";
import type { ConversationProfile } from "../model/profile.ts";
import { Place } from "../place.ts";
import type { Report } from "../report.ts";

/** Which vendor a conversation is for, and whether that vendor takes thoughts without a seal. */
export interface SealTarget {
  readonly vendor: string;
  /** Which of those who speak the vendor's dialect, where that is told. */
  readonly provider?: string | undefined;
  readonly profile: ConversationProfile;
}

/** Messages with the seals that the vendor made itself, each where it was, and without all others. */
export function ownSeals(messages: readonly Message[], target: SealTarget, report: Report): readonly Message[] {
  if (!messages.some(({ parts }) => parts.some(isSealed))) return messages;
  const seals = new SealReader(target, report);
  return messages.map((message) => seals.read(message));
}

/** The parts of an answer with the seals that the client's own vendor made, each where it was: it came by way of another. */
export function clientSeals(parts: readonly Part[], client: string): readonly Part[] {
  if (!parts.some((part) => part.type === "reasoning" && part.seal?.vendor === client)) return parts;
  let waiting: Seal | undefined;
  return parts.flatMap((part): Part[] => {
    if (part.type === "call" && waiting !== undefined) {
      const seal = waiting;
      waiting = undefined;
      return [{ ...part, seal }];
    }
    if (part.type !== "reasoning" || part.seal?.vendor !== client) return [part];
    waiting = sealOfCall(part);
    return waiting === undefined ? [shown(part)] : [];
  });
}

class SealReader {
  private readonly target: SealTarget;
  private readonly report: Report;
  /** The seal of the next call, which may stand in a message of its own. */
  private waiting: Seal | undefined;

  constructor(target: SealTarget, report: Report) {
    this.target = target;
    this.report = report;
  }

  read(message: Message): Message {
    if (message.role !== "assistant") this.waiting = undefined;
    if (message.role !== "assistant" || (this.waiting === undefined && !message.parts.some(isSealed))) return message;
    const parts = wholeThoughts(message.parts, this.target, this.report).flatMap((part) => this.part(part));
    const same = parts.length === message.parts.length && parts.every((part, index) => part === message.parts[index]);
    return same ? message : { ...message, parts };
  }

  private part(part: Part): Part[] {
    const { waiting } = this;
    if (part.type === "call") this.waiting = undefined;
    if (part.type === "call" && waiting !== undefined)
      return ownSeal({ ...part, seal: waiting }, this.target, this.report);
    const next = part.type === "reasoning" ? sealOfCall(part) : undefined;
    if (next === undefined) return ownSeal(part, this.target, this.report);
    if (isNative(next, this.target)) this.waiting = next;
    else nodeReport(part, this.report).lose("foreign-seal", { feature: "signature" });
    return [];
  }
}

// A stream brings a thought in pieces and its seal after them, and clients keep them so: to its vendor they are one.
function wholeThoughts(parts: readonly Part[], target: SealTarget, report: Report): readonly Part[] {
  if (!parts.some((part) => isLateSeal(part, target))) return parts;
  const whole: Part[] = [];
  for (const part of parts) {
    const pieces = isLateSeal(part, target) ? whole.splice(whole.findLastIndex((each) => !isUnsealed(each)) + 1) : [];
    for (const piece of pieces) nodeReport(piece, report).change("joined-text");
    const words = pieces.flatMap((piece) => (piece.type === "reasoning" ? piece.texts : []));
    whole.push(words.length === 0 ? part : ({ ...part, texts: [words.join("")] } as ReasoningPart));
  }
  return whole;
}

function isLateSeal(part: Part, target: SealTarget): boolean {
  if (part.type !== "reasoning" || part.texts.length > 0 || part.origin === undefined) return false;
  if (part.seal === undefined || !isNative(part.seal, target)) return false;
  return part.origin.dialect !== target.vendor && sealOfCall(part) === undefined;
}

// What does not say which provider made it was passed on between two who speak the same.
function isNative({ vendor, provider }: Seal, target: SealTarget): boolean {
  if (vendor !== target.vendor) return false;
  return provider === undefined || target.provider === undefined || provider === target.provider;
}

function isUnsealed(part: Part): boolean {
  return part.type === "reasoning" && part.seal === undefined;
}

function isSealed(part: Part): boolean {
  return part.type === "reasoning" || ("seal" in part && part.seal !== undefined);
}

function ownSeal(part: Part, target: SealTarget, report: Report): Part[] {
  if (part.type === "reasoning") return ownThought(part, target, report);
  if (!("seal" in part) || part.seal === undefined || isNative(part.seal, target)) return [part];
  sealAt(part, report).lose("foreign-seal", { feature: "signature" });
  const { seal, ...rest } = part;
  return [rest as CallPart];
}

function ownThought(part: ReasoningPart, target: SealTarget, report: Report): Part[] {
  const { seal: own = { vendor: part.origin?.dialect ?? "", value: null } } = part;
  if (isNative(own, target)) return [shown(part)];
  // Another who speaks the same would take it for its own.
  if (own.vendor !== target.vendor && target.profile.plainReasoning && part.texts.length > 0) {
    const { seal, ...rest } = part;
    if (seal !== undefined) sealAt(part, report).lose("foreign-seal", { feature: "signature", action: "weakened" });
    else nodeReport(part, report).change("foreign-reasoning");
    return [rest];
  }
  nodeReport(part, report).lose("foreign-reasoning", { feature: "reasoning" });
  return [];
}

function shown(part: ReasoningPart): ReasoningPart {
  const seal = part.seal && shownSeal(part.seal);
  return seal === undefined ? part : { ...part, seal, redacted: true };
}

// Where a seal has a field of its own, the rest of the part stays.
function sealAt({ origin }: Part, report: Report): Report {
  return report.on((origin?.place ?? Place.root).below(origin?.fields.seal ?? ""));
}
