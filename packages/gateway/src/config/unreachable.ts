import type { Route } from "./config.ts";

/** Why no request can ever use a route; `undefined` if one can. */
export function unreachableReason(
  { match }: Pick<Route, "match">,
  earlier: readonly Pick<Route, "match">[],
  providers: { has(name: string): boolean },
): string | undefined {
  const provider = providerIn(match);
  if (provider !== undefined && providers.has(provider))
    return `a name that begins with ${provider}/ asks that provider directly`;
  const shadow = earlier.find((route) => coversPattern(route.match, match));
  return shadow === undefined ? undefined : `${JSON.stringify(shadow.match)} before it matches the same models`;
}

/** Whether a pattern matches every name that another one matches. `*` stands for any characters. */
export function coversPattern(pattern: string, other: string): boolean {
  // In the other pattern, `*` is a character that only `*` matches.
  const reachable = new Set([0]);
  const skipStars = () => {
    for (const index of reachable) if (pattern[index] === "*") reachable.add(index + 1);
  };
  skipStars();
  for (const char of other) {
    const next = [...reachable].flatMap((index) => {
      if (pattern[index] === "*") return [index];
      return pattern[index] === char ? [index + 1] : [];
    });
    reachable.clear();
    for (const index of next) reachable.add(index);
    skipStars();
  }
  return reachable.has(pattern.length);
}

// The provider of a pattern such as `openai/*`; a `*` before the slash may stand for anything.
function providerIn(match: string): string | undefined {
  const [, name] = /^([^*/]+)\//.exec(match) ?? [];
  return name;
}
