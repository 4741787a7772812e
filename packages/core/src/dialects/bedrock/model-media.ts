import { describeMedia } from "../../mapping/nodes/media.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { isClaude } from "./model.ts";

/**
 * The messages without the media that the model refuses: "This model doesn't support the video content block", and for Claude
 * neither audio nor media in S3.
 */
export function mediaForModel(
  messages: readonly Message[],
  request: CanonicalRequest,
  report: Report,
): readonly Message[] {
  if (!isClaude(request) || !messages.some(hasRefused)) return messages;
  return messages.map((message) =>
    hasRefused(message) ? { ...message, parts: message.parts.map((part) => described(part, report)) } : message,
  );
}

function hasRefused({ parts }: { readonly parts: readonly Part[] }): boolean {
  return parts.some((part) => (part.type === "result" ? hasRefused(part) : isRefused(part)));
}

function isRefused(part: Part): boolean {
  if (part.type !== "media") return false;
  return part.kind === "video" || part.kind === "audio" || part.source.type === "url";
}

function described(part: Part, report: Report): Part {
  if (part.type === "result") return { ...part, parts: part.parts.map((inner) => described(inner, report)) };
  return part.type === "media" && isRefused(part) ? describeMedia(part, report) : part;
}
