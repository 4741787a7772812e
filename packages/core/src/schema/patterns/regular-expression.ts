/** Whether a text is a regular expression in one of the two grammars that validators use. It is never executed. */
export function isRegularExpression(pattern: string): boolean {
  return compiles(pattern, "u") || compiles(pattern, "");
}

/** Whether a text is a regular expression with these flags. */
export function compiles(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false;
  }
}
