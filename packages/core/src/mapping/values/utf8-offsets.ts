// Some dialects count the positions of citations in bytes of UTF-8, JavaScript and the others in UTF-16 units.

/**
 * How many bytes of UTF-8 a text is up to an offset.
 *
 * @example
 * utf8Length("é!", 1); // 2
 */
export function utf8Length(text: string, end: number): number {
  let bytes = 0;
  for (let index = 0; index < end; index++) bytes += widthOf(text.charCodeAt(index));
  return bytes;
}

/**
 * The offset in a text that a count of UTF-8 bytes leads to.
 *
 * @example
 * utf16Offset("é!", 2); // 1
 */
export function utf16Offset(text: string, bytes: number): number {
  let index = 0;
  for (let left = bytes; left > 0 && index < text.length; index++) left -= widthOf(text.charCodeAt(index));
  return index;
}

// Each half of a surrogate pair counts as two of its four bytes.
function widthOf(unit: number): number {
  if (unit < 0x80) return 1;
  return unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
}
