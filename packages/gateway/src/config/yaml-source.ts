import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from "yaml";
import { ConfigError, type ConfigProblem } from "./error.ts";
import type { ConfigSource, Path, SourceProblem } from "./source.ts";

/** The text of a config in YAML, of which JSON is a part. */
export class YamlSource implements ConfigSource {
  readonly name: string;
  readonly value: unknown;
  private readonly document: Document;
  private readonly lines = new LineCounter();
  private readonly problems: ConfigProblem[] = [];

  constructor(text: string, name: string) {
    this.name = name;
    this.document = parseDocument(text, { lineCounter: this.lines, prettyErrors: false });
    // One mistake may be found in several of the values around it.
    const found = new Map(this.document.errors.map((error) => [`${error.pos[0]} ${error.message}`, error]));
    for (const { code, message, pos } of found.values())
      this.add([], { message, fix: code === "DUPLICATE_KEY" ? "leave one out" : SYNTAX_FIX }, pos[0]);
    this.check();
    this.value = this.read();
    this.check();
  }

  fail(path: Path, { part = "value", ...problem }: SourceProblem): void {
    this.add(path, problem, this.offset(path, part));
  }

  place(path: Path): string {
    const { line, col } = this.lines.linePos(this.offset(path, "value"));
    return `${this.name}:${line}:${col}`;
  }

  check(): void {
    if (this.problems.length > 0) throw this.error();
  }

  error(): ConfigError {
    return new ConfigError([...this.problems].sort((one, other) => one.line - other.line || one.column - other.column));
  }

  private read(): unknown {
    try {
      return this.document.toJS({ mapAsMap: true });
    } catch (error) {
      // An alias without an anchor, or a bomb of aliases.
      this.add([], { message: error instanceof Error ? error.message : String(error), fix: SYNTAX_FIX }, 0);
      return undefined;
    }
  }

  private add(path: Path, problem: Omit<SourceProblem, "part">, offset: number): void {
    const { line, col } = this.lines.linePos(offset);
    const pointer = path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
    this.problems.push({
      file: this.name,
      line: Math.max(line, 1),
      column: Math.max(col, 1),
      path: pointer,
      ...problem,
    });
  }

  // A value behind an alias or an absent one gets the position of its nearest parent.
  private offset(path: Path, part: "key" | "value"): number {
    for (let length = path.length; length >= 0; length--) {
      const found = this.rangeAt(path.slice(0, length), length === path.length ? part : "value");
      if (found !== undefined) return found;
    }
    return 0;
  }

  private rangeAt(path: Path, part: "key" | "value"): number | undefined {
    const node = part === "key" ? this.keyNode(path) : this.document.getIn(path, true);
    return isNode(node) ? node.range?.[0] : undefined;
  }

  private keyNode(path: Path): unknown {
    const parent = this.document.getIn(path.slice(0, -1), true);
    if (!isMap(parent)) return undefined;
    return parent.items.find(({ key }) => isScalar(key) && String(key.value) === path.at(-1))?.key;
  }
}

const SYNTAX_FIX = "the file must be YAML or JSON";
