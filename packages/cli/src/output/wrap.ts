/** How many terminal columns a text takes. */
export function widthOf(text: string): number {
  const marks = text.match(/\p{M}/gu)?.length ?? 0;
  const wide = text.match(WIDE)?.length ?? 0;
  return [...text].length - marks + wide;
}

/** Wraps a text at spaces; a longer word is broken, after punctuation if it has some. */
export function wrapText(text: string, room: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((each) => pieces(each, Math.max(1, room)))) {
    const longer = line === "" ? word.text : `${line}${word.isGlued ? "" : " "}${word.text}`;
    const fits = line === "" || widthOf(longer) <= room;
    if (!fits) lines.push(line);
    line = fits ? longer : word.text;
  }
  return [...lines, line];
}

/**
 * Wraps each paragraph of a help text. An indented line is an entry of a list: its second column, after two spaces or
 * more, is where its further lines begin.
 */
export function wrapParagraphs(text: string, room: number): string {
  const blocks: string[] = [];
  for (const line of text.split("\n")) {
    const last = blocks.at(-1);
    const isContinued = last !== undefined && last !== "" && line !== "" && continues(line, last);
    if (isContinued) blocks[blocks.length - 1] = `${last} ${line.trim()}`;
    else blocks.push(line);
  }
  return blocks.flatMap((block) => wrapBlock(block, room)).join("\n");
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu;

interface Piece {
  readonly text: string;
  /** Whether it belongs to the word before it. */
  readonly isGlued: boolean;
}

function pieces(word: string, room: number): Piece[] {
  if (widthOf(word) <= room) return [{ text: word, isGlued: false }];
  const parts = word.match(/[^/,;:&?=|-]*[/,;:&?=|-]+|[^/,;:&?=|-]+/g) ?? [word];
  return parts.flatMap((part) => slices(part, room)).map((text, index) => ({ text, isGlued: index > 0 }));
}

function slices(text: string, room: number): string[] {
  const found: string[] = [];
  let slice = "";
  for (const char of text) {
    if (slice !== "" && widthOf(slice + char) > room) {
      found.push(slice);
      slice = "";
    }
    slice += char;
  }
  return [...found, slice];
}

// A line continues the one before it if it is not indented either, or if it is indented as far as that one's text.
function continues(line: string, before: string): boolean {
  const indent = line.length - line.trimStart().length;
  return indent === 0 ? !before.startsWith(" ") : indent > 3 && before.startsWith(" ");
}

function wrapBlock(block: string, room: number): string[] {
  const [, head = "", body = ""] = /^(\s+\S.*?\s{2,}|\s*)(.*)$/.exec(block) ?? [];
  const [first = "", ...more] = wrapText(body, room - head.length);
  return [head + first, ...more.map((line) => " ".repeat(head.length) + line)].map((line) => line.trimEnd());
}
