import { RE2JS } from "re2js";

/**
 * Finds out which texts a foreign pattern matches. The platform's own expressions take for ever on some of them; these
 * take time in proportion to the text, and the budget keeps the proportion small.
 */
export class PatternMatcher {
  private budget = 20_000_000;

  /** Those of the texts that match, or why nobody can tell. */
  matching(pattern: string, texts: Iterable<string>): { readonly found: string[] } | { readonly reason: string } {
    const compiled = compile(pattern);
    if (compiled === undefined) return { reason: "its syntax is not supported" };
    const found: string[] = [];
    for (const text of texts) {
      this.budget -= compiled.programSize() * (text.length + 1);
      if (this.budget < 0) return { reason: "that would take too long" };
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
    // Its only reason: look-around, back-references and repetitions beyond a thousand are not linear.
    return undefined;
  }
}
