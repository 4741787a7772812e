import type { Target } from "./config.ts";

/** Whether a model name matches a pattern, in which `*` stands for any characters. */
export function matchesPattern(pattern: string, name: string): boolean {
  const pieces = pattern.split("*");
  const [first = ""] = pieces;
  const last = pieces.at(-1) ?? "";
  if (pieces.length === 1) return pattern === name;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let from = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const at = name.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return from <= name.length - last.length;
}

/**
 * Parses `PROVIDER/MODEL` or `PROVIDER`, as a client or a route writes it; `undefined` if there is no such provider.
 *
 * @example
 * targetIn(new Set(["openai"]), "openai/gpt-5.6"); // { provider: "openai", model: "gpt-5.6" }
 */
export function targetIn(providers: { has(name: string): boolean }, text: string): Target | undefined {
  const slash = text.indexOf("/");
  const provider = slash < 0 ? text : text.slice(0, slash);
  if (!providers.has(provider)) return undefined;
  return slash < 0 ? { provider } : { provider, model: text.slice(slash + 1) };
}
