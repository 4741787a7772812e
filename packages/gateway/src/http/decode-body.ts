/** Shorter bodies take no time. */
const LONG = 8192;

/** How many bytes are looked at together, in words of four bytes. */
const BLOCK = 128;

/** Texts with more pieces than this take less time as a whole. */
const MAX_PIECES = 24;

/** Whether the last long body was ASCII, as the next one then most likely is: it is not searched for other characters first. */
let expectsAscii = true;

/**
 * Decodes UTF-8, and throws a `TypeError` for anything else. One character that is not ASCII makes V8 take ten times as long for
 * the whole text, and the requests of agents have a few dashes and quotation marks in 100 KB: these blocks are decoded apart.
 */
export function decodeBody(bytes: Uint8Array): string {
  if (bytes.length < LONG) return decoder.decode(bytes);
  const text = expectsAscii ? decoder.decode(bytes) : decodePieces(bytes);
  expectsAscii = text.length === bytes.length;
  return text;
}

function decodePieces(bytes: Uint8Array): string {
  const aligned = -bytes.byteOffset & 3;
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + aligned, (bytes.length - aligned) >> 2);
  let text = "";
  let decoded = 0;
  let pieces = 0;
  for (let word = 0; word < words.length && pieces < MAX_PIECES; word += BLOCK) {
    if (isAscii(words, word)) continue;
    // A character that began in the block before was decoded with it; the bytes before the first word belong to the first block.
    const begin = word === 0 ? 0 : Math.max(aligned + 4 * word, decoded);
    const end = endOfCharacter(bytes, aligned + 4 * (word + BLOCK));
    text += decoder.decode(bytes.subarray(decoded, begin)) + decoder.decode(bytes.subarray(begin, end));
    decoded = end;
    pieces++;
  }
  return text + decoder.decode(bytes.subarray(decoded));
}

function isAscii(words: Uint32Array, from: number): boolean {
  const end = Math.min(from + BLOCK, words.length);
  let bits = 0;
  for (let word = from; word < end; word++) bits |= words[word] as number;
  return (bits & 0x80808080) === 0;
}

/** Where the character ends that has bytes before and after a place. */
function endOfCharacter(bytes: Uint8Array, place: number): number {
  let end = Math.min(place, bytes.length);
  while (end < bytes.length && ((bytes[end] as number) & 0xc0) === 0x80) end++;
  return end;
}

// The JSON parser skips a byte order mark; here it is kept, so that offsets count its bytes.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
