import type { JsonObject } from "@toolglot/core";

/** The maximum characters of text, and of base64 data such as images, in one result. */
const MAX_TEXT = 1024 * 1024;
const MAX_DATA = 32 * 1024 * 1024;

/** Truncates a text in the middle, with a note of how much was cut. */
export function truncateText(text: string, room: number = MAX_TEXT): string {
  if (text.length <= room) return text;
  const half = Math.floor(room / 2);
  const [head, tail] = [text.slice(0, half), text.slice(text.length - half)];
  // Half of a surrogate pair is not a character.
  const [start, end] = [head.replace(/[\uD800-\uDBFF]$/, ""), tail.replace(/^[\uDC00-\uDFFF]/, "")];
  return `${start}\n[… ${text.length - start.length - end.length} characters cut …]\n${end}`;
}

/** Truncates content blocks to the limits for all of them together; a block that does not fit is replaced by a note. */
export function truncateContent(blocks: readonly JsonObject[]): {
  content: readonly JsonObject[];
  isTruncated: boolean;
} {
  const room = { text: MAX_TEXT, data: MAX_DATA };
  const content = blocks.map((block) => truncateBlock(block, room));
  return { content, isTruncated: content.some((block, index) => block !== blocks[index]) };
}

interface Room {
  text: number;
  data: number;
}

function truncateBlock(block: JsonObject, room: Room): JsonObject {
  if (block.type === "text" && typeof block.text === "string") return truncateTextBlock(block, block.text, room);
  const size = sizeOf(block);
  if (size > room.data) return { type: "text", text: `[${String(block.type)} of ${size} characters cut]` };
  room.data -= size;
  return block;
}

function truncateTextBlock(block: JsonObject, text: string, room: Room): JsonObject {
  const cut = truncateText(text, Math.max(0, room.text));
  room.text -= cut.length;
  return cut === text ? block : { ...block, text: cut };
}

// The size of a block is the length of all strings in it.
function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, each) => sum + sizeOf(each), 0);
}
