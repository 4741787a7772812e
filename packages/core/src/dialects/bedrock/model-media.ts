import { describeMedia } from "../../mapping/nodes/media.ts";
import { describeOpaque } from "../../mapping/nodes/opaque.ts";
import { isSearchResult } from "../../mapping/nodes/search-result.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { isClaude } from "./model.ts";

/**
 * The messages without the blocks that the model refuses: "This model doesn't support the video content block", for Claude
 * neither audio nor media in S3, and for all others search results.
 */
export function mediaForModel(
  messages: readonly Message[],
  request: CanonicalRequest,
  report: Report,
): readonly Message[] {
  const isRefused = isClaude(request) ? isRefusedByClaude : isForClaude;
  const hasRefused = ({ parts }: { readonly parts: readonly Part[] }): boolean =>
    parts.some((part) => (part.type === "result" ? hasRefused(part) : isRefused(part)));
  if (!messages.some(hasRefused)) return messages;
  const described = (part: Part): Part | [] => {
    if (part.type === "result") return { ...part, parts: part.parts.flatMap(described) };
    return isRefused(part) ? describe(part, report) : part;
  };
  return messages.map((message) =>
    hasRefused(message) ? { ...message, parts: message.parts.flatMap(described) } : message,
  );
}

function isRefusedByClaude(part: Part): boolean {
  if (part.type !== "media") return false;
  return part.kind === "video" || part.kind === "audio" || part.source.type === "url";
}

// "This field is only supported by Anthropic Claude": https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_SearchResultBlock.html
function isForClaude(part: Part): boolean {
  return part.type === "opaque" && isSearchResult(part);
}

function describe(part: Part, report: Report): Part | [] {
  if (part.type === "opaque") return describeOpaque(part, report);
  return part.type === "media" ? describeMedia(part, report) : part;
}
