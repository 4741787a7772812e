/**
 * A text that a regular expression matches. The expression is parsed and never run, since a foreign pattern may take
 * exponential time. `undefined` for unsupported syntax.
 */
export function sample(pattern: string): string | undefined {
  const reader = new PatternReader(pattern);
  const text = reader.alternatives();
  return reader.failed || !reader.atEnd ? undefined : text;
}

const LONGEST = 10_000;

class PatternReader {
  failed = false;
  private at = 0;
  private readonly pattern: string;

  constructor(pattern: string) {
    this.pattern = pattern;
  }

  get atEnd(): boolean {
    return this.at >= this.pattern.length;
  }

  /** The first alternative; the others are skipped. */
  alternatives(): string {
    const first = this.sequence();
    while (this.take("|")) this.sequence();
    return first;
  }

  private sequence(): string {
    let text = "";
    while (!this.atEnd && !this.failed && !/[|)]/.test(this.peek())) text += this.repeated(this.atom());
    return text;
  }

  private atom(): string {
    const next = this.next();
    if (next === "^" || next === "$") return "";
    if (next === ".") return "a";
    if (next === "\\") return this.escaped();
    if (next === "[") return this.oneOf();
    if (next !== "(") return next;
    if (this.take("?") && !this.take(":")) this.skipName();
    const inner = this.alternatives();
    if (!this.take(")")) this.failed = true;
    return inner;
  }

  /** Lookarounds are unsupported; a group's name is skipped. */
  private skipName(): void {
    const name = /^<[A-Za-z_]\w*>/.exec(this.pattern.slice(this.at));
    if (name === null) this.failed = true;
    else this.at += name[0].length;
  }

  private repeated(atom: string): string {
    const count = /^(?:([*?+])|\{(\d+)(?:,\d*)?\})\??/.exec(this.pattern.slice(this.at));
    if (count === null) return atom;
    this.at += count[0].length;
    const [, sign, number = sign === "+" ? 1 : 0] = count;
    const least = Number(number);
    if (least * atom.length > LONGEST) this.failed = true;
    return this.failed ? "" : atom.repeat(least);
  }

  private escaped(): string {
    const letter = this.next();
    if (/[bB1-9pPkux]/.test(letter) && letter !== "b") this.failed = true;
    return CLASSES[letter] ?? letter;
  }

  private oneOf(): string {
    const not = this.take("^");
    const members: string[] = [];
    while (!this.atEnd && (this.peek() !== "]" || members.length === 0)) {
      const member = this.next();
      members.push(member === "\\" ? this.escaped() : member);
    }
    if (!this.take("]")) this.failed = true;
    // A negated class rarely excludes all of these.
    if (!not) return members[0] ?? "";
    return ["a", "0", "_", " "].find((candidate) => !members.includes(candidate)) ?? "~";
  }

  private peek(): string {
    return this.pattern[this.at] ?? "";
  }

  private next(): string {
    return this.pattern[this.at++] ?? "";
  }

  private take(text: string): boolean {
    const found = this.peek() === text;
    if (found) this.at++;
    return found;
  }
}

const CLASSES: Readonly<Record<string, string>> = {
  d: "0",
  D: "a",
  w: "a",
  W: "-",
  s: " ",
  S: "a",
  b: "",
  n: "\n",
  r: "\r",
  t: "\t",
};
