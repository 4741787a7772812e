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

/** Whether a character code opens a list or an object. */
export function isOpener(code: number): boolean {
  return code === OPEN_LIST || code === OPEN_OBJECT;
}

/** Whether a character code closes a list or an object. */
export function isCloser(code: number): boolean {
  return code === CLOSE_LIST || code === CLOSE_OBJECT;
}

export const QUOTE = 34;
export const COMMA = 44;
export const OPEN_LIST = 91;
export const CLOSE_LIST = 93;
export const OPEN_OBJECT = 123;
export const CLOSE_OBJECT = 125;
