// Images and files in the results of tools. Where a target's results hold text alone, they follow in a user message.

import { nodeReport } from "../../mapping/provenance.ts";
import type { MediaPart, TextPart } from "../../model/content.ts";
import type { CallRules } from "../../model/conversation-profile.ts";
import type { Message } from "../../model/message.ts";
import type { Part, ResultPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";

/** A message of results; media that they cannot hold follows in a user message. */
export function showResultMedia(message: Message, profile: CallRules, report: Report): Message | readonly Message[] {
  if (message.parts.every((part) => part.type !== "result" || canHold(part, profile))) return message;
  const shown: Part[] = [];
  const parts = message.parts.map((part) => {
    if (part.type !== "result" || canHold(part, profile)) return part;
    const moved = part.parts.filter((inner): inner is MediaPart => !fits(inner, profile));
    for (const media of moved)
      nodeReport(media, report).lose("result-media", { feature: media.kind, action: "weakened" });
    shown.push({ type: "text", text: `[From the result of ${part.name ?? "a tool"} (${part.id}):]` }, ...moved);
    return withReference(part, moved, profile);
  });
  return [
    { ...message, parts },
    { role: "user", parts: shown },
  ];
}

function canHold({ parts }: ResultPart, profile: CallRules): boolean {
  return parts.every((part) => fits(part, profile));
}

// Where results hold some kinds of media, user messages hold no others.
function fits(part: Part, { resultMedia }: CallRules): boolean {
  return part.type !== "media" || resultMedia.size > 0;
}

function withReference(result: ResultPart, moved: readonly MediaPart[], profile: CallRules): ResultPart {
  const kinds = moved.map(({ kind }) => kind).join(", ");
  const reference: TextPart = { type: "text", text: `[${kinds}: shown in the next message]` };
  return { ...result, parts: [...result.parts.filter((part) => fits(part, profile)), reference] };
}
