/** Whether a character code is an ASCII digit. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Whether a character code is what JSON calls white space. */
export function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

/** The first offset from `from` on that holds no digit. */
export function skipDigits(text: string, from: number): number {
  let end = from;
  while (isDigit(text.charCodeAt(end))) end++;
  return end;
}

/** The first offset from `from` on that holds no white space. */
export function skipSpace(text: string, from: number): number {
  let end = from;
  while (isSpace(text.charCodeAt(end))) end++;
  return end;
}
