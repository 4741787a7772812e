import { isObject } from "../json/value.ts";
import type { CallPart } from "../model/call.ts";
import type { Message } from "../model/message.ts";
import type { Part, ReasoningPart, Seal } from "../model/part.ts";
import type { ConversationProfile } from "../model/profile.ts";
import { Place } from "../place.ts";
import type { Report } from "../report.ts";

/** Which vendor a conversation is for, and whether that vendor takes thoughts without a seal. */
export interface SealTarget {
  readonly vendor: string;
  readonly profile: ConversationProfile;
}

/** Messages with the seals that the vendor made itself, each where it was, and without all others. */
export function ownSeals(message: Message, target: SealTarget, report: Report): Message {
  if (message.role !== "assistant" || !message.parts.some(isSealed)) return message;
  const parts: Part[] = [];
  let waiting: Seal | undefined;
  for (const part of message.parts) {
    if (part.type === "reasoning" && sealOfCall(part) !== undefined) waiting = sealOfCall(part);
    else if (part.type === "call" && waiting !== undefined) {
      parts.push(...ownSeal({ ...part, seal: waiting }, target, report));
      waiting = undefined;
    } else parts.push(...ownSeal(part, target, report));
  }
  return { ...message, parts };
}

function isSealed(part: Part): boolean {
  return part.type === "reasoning" || ("seal" in part && part.seal !== undefined);
}

// A thought without words whose seal belongs to the call after it.
function sealOfCall({ texts, seal }: ReasoningPart): Seal | undefined {
  if (texts.length > 0 || !isObject(seal?.value) || seal.value.call === undefined) return undefined;
  return { vendor: seal.vendor, value: seal.value.call };
}

function ownSeal(part: Part, target: SealTarget, report: Report): Part[] {
  if (part.type === "reasoning") return ownThought(part, target, report);
  if (!("seal" in part) || part.seal === undefined || part.seal.vendor === target.vendor) return [part];
  at(part, report).lose("foreign-seal", { feature: "signature" });
  const { seal, ...rest } = part;
  return [rest as CallPart];
}

function ownThought(part: ReasoningPart, { vendor, profile }: SealTarget, report: Report): Part[] {
  if ((part.seal?.vendor ?? part.origin?.dialect) === vendor) return [part];
  if (profile.plainReasoning && part.texts.length > 0) {
    const { seal, ...rest } = part;
    if (seal !== undefined) at(part, report).lose("foreign-seal", { feature: "signature", action: "weakened" });
    else at(part, report).change("foreign-reasoning");
    return [rest];
  }
  at(part, report).lose("foreign-reasoning", { feature: "reasoning" });
  return [];
}

function at({ origin }: Part, report: Report): Report {
  return report.on(origin?.place ?? Place.root);
}
