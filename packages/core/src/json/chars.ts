/** Whether a character code is an ASCII digit. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Whether a character code is JSON white space. */
export function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

/** The offset of the first character from `from` on that is not a digit. */
export function skipDigits(text: string, from: number): number {
  let end = from;
  while (isDigit(text.charCodeAt(end))) end++;
  return end;
}

/** The offset of the first character from `from` on that is not white space. */
export function skipSpace(text: string, from: number): number {
  let end = from;
  while (isSpace(text.charCodeAt(end))) end++;
  return end;
}
