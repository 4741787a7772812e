// A signature goes back to the vendor and the provider that made it, and nowhere else: another one would reject the
// request.

import { callSignatureIn, unredactSignature } from "../../mapping/nodes/signature.ts";
import { nodeReport } from "../../mapping/provenance.ts";
import type { CallPart } from "../../model/call.ts";
import type { ReasoningPart } from "../../model/content.ts";
import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { Signature } from "../../model/signature.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";
import { isUnsigned } from "./model-turns.ts";

/** The vendor and provider that a conversation is for. */
export interface SignatureTarget {
  readonly vendor: string;
  /** The provider's dialect, which reasoning without a signature is of. */
  readonly dialect: string;
  /** Which provider of that vendor's dialect it is, where it has a name. */
  readonly provider?: string | undefined;
  readonly profile: ConversationProfile;
}

/** Messages with the vendor's own signatures in their places, and without those of other vendors. */
export function nativeSignatures(
  messages: readonly Message[],
  target: SignatureTarget,
  report: Report,
): readonly Message[] {
  if (!messages.some(({ parts }) => parts.some(isSigned))) return messages;
  const signatures = new SignatureReader(target, report);
  return messages.map((message) => signatures.read(message));
}

/** The parts of a response with the signatures of the client's vendors in their places: it came through another dialect. */
export function clientSignatures(parts: readonly Part[], vendors: readonly string[]): readonly Part[] {
  if (!parts.some((part) => isOf(part, vendors))) return parts;
  let waiting: Signature | undefined;
  return parts.flatMap((part): Part[] => {
    if (part.type === "call" && waiting !== undefined) {
      const signature = waiting;
      waiting = undefined;
      return [{ ...part, signature }];
    }
    if (!isOf(part, vendors)) return [part];
    waiting = callSignatureIn(part);
    return waiting === undefined ? [shown(part)] : [];
  });
}

function isOf(part: Part, vendors: readonly string[]): part is ReasoningPart {
  return part.type === "reasoning" && part.signature !== undefined && vendors.includes(part.signature.vendor);
}

class SignatureReader {
  private readonly target: SignatureTarget;
  private readonly report: Report;
  /** The signature of the next call, which may be in another message. */
  private waiting: Signature | undefined;

  constructor(target: SignatureTarget, report: Report) {
    this.target = target;
    this.report = report;
  }

  read(message: Message): Message {
    if (message.role !== "assistant") this.waiting = undefined;
    if (message.role !== "assistant" || (this.waiting === undefined && !message.parts.some(isSigned))) return message;
    const parts = joinReasoning(message.parts, this.target, this.report).flatMap((part) => this.part(part));
    const same = parts.length === message.parts.length && parts.every((part, index) => part === message.parts[index]);
    return same ? message : { ...message, parts };
  }

  private part(part: Part): Part[] {
    const { waiting } = this;
    if (part.type === "call") this.waiting = undefined;
    if (part.type === "call" && waiting !== undefined)
      return nativeSignature({ ...part, signature: waiting }, this.target, this.report);
    const next = part.type === "reasoning" ? callSignatureIn(part) : undefined;
    if (next === undefined) return nativeSignature(part, this.target, this.report);
    if (isNative(next, this.target)) this.waiting = next;
    else nodeReport(part, this.report).lose("foreign-signature", { feature: "signature" });
    return [];
  }
}

// A stream has the signature of reasoning after its text, and clients of other dialects keep both as separate parts. The vendor wants
// them back as one block.
function joinReasoning(parts: readonly Part[], target: SignatureTarget, report: Report): readonly Part[] {
  if (!parts.some((part) => isLateSignature(part, target))) return parts;
  const whole: Part[] = [];
  for (const part of parts) {
    const pieces = isLateSignature(part, target)
      ? whole.splice(whole.findLastIndex((each) => !isUnsigned(each)) + 1)
      : [];
    for (const piece of pieces) nodeReport(piece, report).change("joined-text");
    const texts = pieces.flatMap((piece) => (piece.type === "reasoning" ? piece.texts : []));
    whole.push(texts.length === 0 ? part : ({ ...part, texts: [texts.join("")] } as ReasoningPart));
  }
  return whole;
}

function isLateSignature(part: Part, target: SignatureTarget): boolean {
  if (part.type !== "reasoning" || part.texts.length > 0 || part.origin === undefined) return false;
  if (part.signature === undefined || !isNative(part.signature, target)) return false;
  return part.origin.dialect !== target.dialect && callSignatureIn(part) === undefined;
}

// A signature without a provider was passed through within one dialect.
function isNative({ vendor, provider }: Signature, target: SignatureTarget): boolean {
  if (vendor !== target.vendor && vendor !== target.dialect) return false;
  return provider === undefined || target.provider === undefined || provider === target.provider;
}

function isSigned(part: Part): boolean {
  return part.type === "reasoning" || ("signature" in part && part.signature !== undefined);
}

function nativeSignature(part: Part, target: SignatureTarget, report: Report): Part[] {
  if (part.type === "reasoning") return nativeReasoning(part, target, report);
  if (!("signature" in part) || part.signature === undefined || isNative(part.signature, target)) return [part];
  signatureAt(part, report).lose("foreign-signature", { feature: "signature" });
  const { signature, ...rest } = part;
  return [rest as CallPart];
}

function nativeReasoning(part: ReasoningPart, target: SignatureTarget, report: Report): Part[] {
  const { signature: own = { vendor: part.origin?.dialect ?? "", value: null } } = part;
  if (isNative(own, target)) return [shown(part)];
  // A provider of the same dialect would check it as its own reasoning, without a signature.
  if (
    own.vendor !== target.vendor &&
    own.vendor !== target.dialect &&
    target.profile.plainReasoning &&
    part.texts.length > 0
  ) {
    const { signature, ...rest } = part;
    if (signature !== undefined)
      signatureAt(part, report).lose("foreign-signature", { feature: "signature", action: "weakened" });
    else nodeReport(part, report).change("foreign-reasoning");
    return [rest];
  }
  nodeReport(part, report).lose("foreign-reasoning", { feature: "reasoning" });
  return [];
}

function shown(part: ReasoningPart): ReasoningPart {
  const signature = part.signature && unredactSignature(part.signature);
  return signature === undefined ? part : { ...part, signature, redacted: true };
}

// The report at the signature's field, where it has one.
function signatureAt({ origin }: Part, report: Report): Report {
  return report.on((origin?.place ?? Place.root).below(origin?.fields.signature ?? ""));
}
