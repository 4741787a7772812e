import { type Difference, isCovered } from "../conversations/difference.ts";
import type { CallItem, Item, RequestContent } from "./content/index.ts";
import { canonicalJson, canonicalJsonOf } from "./values.ts";

type ReportEntries = readonly { readonly path: string }[];

/** The content of a request that the translated one does not have in the same order, and that is not reported. */
export function unreportedLosses(sent: RequestContent, got: RequestContent, reported: ReportEntries): string[] {
  const named = new Map(sent.tools.map((name, index) => [name, got.tools[index] ?? name]));
  return [
    ...missingTexts(withoutReported(sent.texts, reported), got.texts),
    ...missingCalls(withoutReported(sent.calls, reported), got.calls, {
      named,
      rewritten: rewrittenTools(sent, reported),
    }),
    ...missingResults(withoutReported(sent.results, reported), got.results),
  ];
}

function withoutReported<T extends Item>(items: readonly T[], reported: ReportEntries): T[] {
  return items.filter(({ path }) => !isCovered({ path } as Difference, reported));
}

// Texts may be joined, but none of them may be cut or overtaken.
function missingTexts(sent: readonly Item[], got: readonly Item[]): string[] {
  let [index, offset] = [0, 0];
  const lost: string[] = [];
  for (const { path, text } of sent) {
    let [at, from, found] = [index, offset, -1];
    for (; at < got.length && found < 0; at++, from = 0) found = (got[at]?.text ?? "").indexOf(text, from);
    if (found < 0 && text !== "") lost.push(`${path}: the text ${JSON.stringify(text).slice(0, 80)}`);
    else if (found >= 0) [index, offset] = [at - 1, found + text.length];
  }
  return lost;
}

interface Tools {
  readonly named: ReadonlyMap<string, string>;
  readonly rewritten: ReadonlySet<string>;
}

function missingCalls(sent: readonly CallItem[], got: readonly CallItem[], { named, rewritten }: Tools): string[] {
  const same = (one: CallItem, other: CallItem) =>
    named.get(one.name) === other.name && (rewritten.has(one.name) || sameInput(one, other));
  return inOrder(sent, got, same).map(({ path, name, text }) => `${path}: the call ${name} ${text.slice(0, 80)}`);
}

// A schema that was rewritten has a lens, which the arguments go through; `calls.test.ts` sees whether they come back.
function rewrittenTools({ tools }: RequestContent, reported: ReportEntries): Set<string> {
  const places = reported.map(
    ({ path }) => /^(?:\/toolConfig)?\/tools\/(?:0\/functionDeclarations\/)?(\d+)\/.+properties/.exec(path)?.[1],
  );
  return new Set(places.flatMap((index) => (index === undefined ? [] : (tools[Number(index)] ?? []))));
}

// A custom tool's text is the only argument of the function that stands for it.
function sameInput(one: CallItem, other: CallItem): boolean {
  if (one.custom === other.custom) return one.text === other.text;
  return one.custom && other.text === canonicalJson({ input: one.text });
}

function missingResults(sent: readonly Item[], got: readonly Item[]): string[] {
  return inOrder(sent, got, (one, other) => sameResult(one.text, other.text)).map(
    ({ path, text }) => `${path}: the result ${text.slice(0, 80)}`,
  );
}

// Where there is no flag for an error, its text begins with a word that says so.
function sameResult(sent: string, got: string): boolean {
  return withoutFlag(sent) === withoutFlag(got);
}

function withoutFlag(text: string): string {
  return text.startsWith(FLAG) ? withoutFlag(canonicalJsonOf(text.slice(FLAG.length))) : text;
}

const FLAG = "raw:[Error] ";

/** The items that are not found again, each after the one before. */
function inOrder<T>(sent: readonly T[], got: readonly T[], same: (one: T, other: T) => boolean): T[] {
  let next = 0;
  return sent.filter((item) => {
    const at = got.findIndex((other, index) => index >= next && same(item, other));
    if (at >= 0) next = at + 1;
    return at < 0;
  });
}
