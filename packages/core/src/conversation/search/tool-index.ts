// The index behind an emulated tool search: a weighted search for words (TF-IDF) over names, servers, descriptions and
// parameters.

import type { ToolFields } from "../../model/tool.ts";

/** Finds tools by their name, their server and the words in their descriptions. */
export class ToolIndex {
  private readonly entries: readonly IndexedTool[];
  /** How many tools have a word. */
  private readonly frequencies = new Map<string, number>();

  constructor(tools: readonly ToolFields[]) {
    this.entries = tools.map(indexed);
    for (const { words } of this.entries)
      for (const word of words.keys()) this.frequencies.set(word, (this.frequencies.get(word) ?? 0) + 1);
  }

  /** The tools that match a query best, at most so many; those that are named come first. */
  search(query: string, limit: number): readonly ToolFields[] {
    const wanted = [...new Set(wordsIn(query))].slice(0, MAX_WORDS);
    const phrase = ` ${normalized(query)} `;
    const scored = this.entries.map((entry) => ({ entry, score: this.score(entry, wanted, phrase) }));
    const found = scored.filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score);
    return found.slice(0, limit).map(({ entry }) => entry.tool);
  }

  // A rare word tells more than a frequent one.
  private score({ name, server, words }: IndexedTool, wanted: readonly string[], phrase: string): number {
    const isNamed = name.trim() !== "" && phrase.includes(name);
    const isOfServer = server !== undefined && phrase.includes(server);
    const byWords = wanted.reduce((sum, word) => {
      const weight = words.get(word) ?? 0;
      return sum + (weight === 0 ? 0 : weight * Math.log(1 + this.entries.length / (this.frequencies.get(word) ?? 1)));
    }, 0);
    return (isNamed ? NAMED : 0) + (isOfServer ? OF_SERVER : 0) + byWords;
  }
}

/** More words than these of a query are not looked at. */
const MAX_WORDS = 32;

/** More than any number of words can add up to. */
const OF_SERVER = 1e4;
const NAMED = 1e6;

interface IndexedTool {
  readonly tool: ToolFields;
  /** Its name and that of its server, as words between spaces. */
  readonly name: string;
  readonly server: string | undefined;
  /** Its words, with the weight of the most important place that has them. */
  readonly words: ReadonlyMap<string, number>;
}

function indexed(tool: ToolFields): IndexedTool {
  const words = new Map<string, number>();
  const { name, namespace = "", description = "" } = tool;
  const properties = tool.type === "function" ? propertiesOf(tool.inputSchema) : [];
  for (const [text, weight] of [
    [description, 1],
    [properties.join(" "), 1],
    [namespace, 3],
    [name, 4],
  ] as const)
    for (const word of wordsIn(text)) words.set(word, weight);
  const server = tool.namespace === undefined ? undefined : ` ${normalized(tool.namespace)} `;
  return { tool, name: ` ${normalized(name)} `, server, words };
}

function propertiesOf(schema: unknown): string[] {
  const properties =
    typeof schema === "object" && schema !== null ? (schema as { properties?: unknown }).properties : {};
  return typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
}

/** The words of a text in lower case, those in camelCase and snake_case too; a plural counts as its singular. */
function wordsIn(text: string): string[] {
  return normalized(text)
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => (word.length > 3 && word.endsWith("s") ? word.slice(0, -1) : word));
}

function normalized(text: string): string {
  return text
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
