import { RE2JS } from "re2js";

/**
 * Matches untrusted patterns. Native regular expressions can take exponential time; RE2 takes linear time, and the
 * budget bounds it.
 */
export class PatternMatcher {
  private budget = 20_000_000;

  /** The texts that match, or why the pattern cannot be evaluated. */
  matching(pattern: string, texts: Iterable<string>): { readonly found: string[] } | { readonly reason: string } {
    const compiled = compile(pattern);
    if (compiled === undefined) return { reason: "its syntax is not supported" };
    const found: string[] = [];
    for (const text of texts) {
      this.budget -= compiled.programSize() * (text.length + 1);
      if (this.budget < 0) return { reason: "it would take too long" };
      if (compiled.matcher(text).find()) found.push(text);
    }
    return { found };
  }
}

const MAX_LENGTH = 10_000;

function compile(pattern: string): RE2JS | undefined {
  if (pattern.length > MAX_LENGTH) return undefined;
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch {
    // Look-around, back-references and more than a thousand repetitions are not supported by RE2.
    return undefined;
  }
}
