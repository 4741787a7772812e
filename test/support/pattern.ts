import type { Random } from "./random.ts";

/** A regular expression, as far as the tests read it. */
export type Pattern =
  | { type: "text"; value: string }
  | { type: "set"; ranges: [number, number][]; negated: boolean }
  | { type: "sequence"; parts: Pattern[] }
  | { type: "choice"; parts: Pattern[] }
  | { type: "repeat"; part: Pattern; low: number; high: number }
  | { type: "look"; part: Pattern };

/** Reads a pattern; undefined for what this reader does not know (back references, named properties, …). */
export function parsePattern(source: string): Pattern | undefined {
  const reader = new Reader(source);
  try {
    const pattern = reader.choice();
    return reader.done ? pattern : undefined;
  } catch (error) {
    if (error instanceof Unknown) return undefined;
    throw error;
  }
}

/** Whether the native engine can be trusted not to hang on it: no repeat inside a repeat, and it compiles. */
export function isSafe(source: string): boolean {
  const known = safe.get(source);
  if (known !== undefined) return known;
  const pattern = parsePattern(source);
  const verdict = pattern !== undefined && compiles(source) && !repeatsRepeat(pattern, false);
  safe.set(source, verdict);
  return verdict;
}

/** A text that matches, where look-arounds allow it; check it before use. */
export function textFor(pattern: Pattern, random: Random): string {
  switch (pattern.type) {
    case "text":
      return pattern.value;
    case "set":
      return character(pattern, random);
    case "sequence":
      return pattern.parts.map((part) => textFor(part, random)).join("");
    case "choice":
      return textFor(random.pick(pattern.parts), random);
    case "repeat":
      return repeated(pattern, random);
    case "look":
      return "";
  }
}

const safe = new Map<string, boolean>();

function compiles(source: string): boolean {
  try {
    new RegExp(source, "u");
    return true;
  } catch {
    return false;
  }
}

function repeatsRepeat(pattern: Pattern, inside: boolean): boolean {
  if (pattern.type === "text" || pattern.type === "set") return false;
  if (pattern.type !== "repeat") return partsOf(pattern).some((part) => repeatsRepeat(part, inside));
  const wide = pattern.high - pattern.low > 10;
  return (wide && inside) || repeatsRepeat(pattern.part, inside || wide);
}

function partsOf(pattern: Exclude<Pattern, { type: "text" | "set" | "repeat" }>): Pattern[] {
  return pattern.type === "look" ? [pattern.part] : pattern.parts;
}

function repeated(pattern: Extract<Pattern, { type: "repeat" }>, random: Random): string {
  const high = Math.min(pattern.high, pattern.low + 4);
  const count = random.int(pattern.low, high);
  return Array.from({ length: count }, () => textFor(pattern.part, random)).join("");
}

function character({ ranges, negated }: Extract<Pattern, { type: "set" }>, random: Random): string {
  const within = (code: number) => ranges.some(([low, high]) => code >= low && code <= high);
  if (!negated) {
    const [low, high] = random.pick(ranges);
    return String.fromCodePoint(random.int(low, Math.min(high, low + 200)));
  }
  const rest = PRINTABLE.filter((code) => !within(code));
  return rest.length === 0 ? "" : String.fromCodePoint(random.pick(rest));
}

const PRINTABLE: number[] = Array.from({ length: 95 }, (_, index) => 32 + index).concat([0xe9, 0x4e16]);
const DIGIT: [number, number][] = [[48, 57]];
const WORD: [number, number][] = [
  [48, 57],
  [65, 90],
  [97, 122],
  [95, 95],
];
const SPACE: [number, number][] = [
  [32, 32],
  [9, 9],
];
const LETTER: [number, number][] = [
  [65, 90],
  [97, 122],
  [0xe0, 0xf6],
];
const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, 0: 0 };

class Unknown extends Error {}

type CharacterSet = Extract<Pattern, { type: "set" }>;

class Reader {
  private readonly source: string[];
  private at = 0;

  constructor(source: string) {
    this.source = [...source];
  }

  get done(): boolean {
    return this.at >= this.source.length;
  }

  choice(): Pattern {
    const parts = [this.sequence()];
    while (this.take("|")) parts.push(this.sequence());
    return parts.length === 1 ? (parts[0] as Pattern) : { type: "choice", parts };
  }

  private sequence(): Pattern {
    const parts: Pattern[] = [];
    while (!this.done && !this.sees("|") && !this.sees(")")) parts.push(this.term());
    return { type: "sequence", parts };
  }

  private term(): Pattern {
    if (this.take("^") || this.take("$")) return { type: "text", value: "" };
    const atom = this.atom();
    const [low, high] = this.quantifier() ?? [1, 1];
    return low === 1 && high === 1 ? atom : { type: "repeat", part: atom, low, high };
  }

  private atom(): Pattern {
    if (this.take("(")) return this.group();
    if (this.take("[")) return this.set();
    if (this.take(".")) return { type: "set", ranges: [[10, 10]], negated: true };
    if (this.take("\\")) return this.escape();
    const value = this.next();
    if ("*+?{}]".includes(value)) throw new Unknown();
    return { type: "text", value };
  }

  private group(): Pattern {
    const look = ["?=", "?!", "?<=", "?<!"].find((sign) => this.take(sign)) !== undefined;
    if (!look && !this.take("?:") && this.take("?<")) while (!this.take(">")) this.next();
    const part = this.choice();
    if (!this.take(")")) throw new Unknown();
    return look ? { type: "look", part } : part;
  }

  private escape(): Pattern {
    if (this.take("b") || this.take("B")) return { type: "look", part: { type: "text", value: "" } };
    const found = this.escaped();
    return typeof found === "number" ? { type: "text", value: String.fromCodePoint(found) } : found;
  }

  private escaped(): number | CharacterSet {
    const sign = this.next();
    const named = { d: DIGIT, w: WORD, s: SPACE }[sign.toLowerCase()];
    if (named !== undefined) return { type: "set", ranges: named, negated: sign !== sign.toLowerCase() };
    if (sign === "p") return this.property();
    if (sign === "x") return this.hexadecimal(2);
    if (sign === "u") return this.take("{") ? this.until("}") : this.hexadecimal(4);
    if (CONTROLS[sign] !== undefined) return CONTROLS[sign];
    if (/[A-Za-z0-9]/.test(sign)) throw new Unknown();
    return sign.codePointAt(0) as number;
  }

  private property(): CharacterSet {
    const name = this.source.slice(this.at, this.at + 3).join("");
    const ranges = { "{L}": LETTER, "{N}": DIGIT }[name];
    if (ranges === undefined) throw new Unknown();
    this.at += 3;
    return { type: "set", ranges, negated: false };
  }

  private hexadecimal(length: number): number {
    const digits = Array.from({ length }, () => this.next()).join("");
    if (!/^[0-9a-fA-F]+$/.test(digits)) throw new Unknown();
    return Number.parseInt(digits, 16);
  }

  private until(end: string): number {
    let digits = "";
    while (!this.take(end)) digits += this.next();
    return Number.parseInt(digits, 16);
  }

  private set(): Pattern {
    const negated = this.take("^");
    const ranges: [number, number][] = [];
    while (!this.take("]")) ranges.push(...this.member());
    if (ranges.length === 0) throw new Unknown();
    return { type: "set", ranges, negated };
  }

  private member(): [number, number][] {
    const low = this.point();
    if (typeof low !== "number") {
      if (low.negated) throw new Unknown();
      return low.ranges;
    }
    if (!this.sees("-") || this.source[this.at + 1] === "]") return [[low, low]];
    this.next();
    const high = this.point();
    if (typeof high !== "number") throw new Unknown();
    return [[low, high]];
  }

  private point(): number | CharacterSet {
    if (this.take("\\")) return this.take("b") ? 8 : this.escaped();
    return this.next().codePointAt(0) as number;
  }

  private quantifier(): [number, number] | undefined {
    const found = this.bounds();
    if (found !== undefined) this.take("?");
    return found;
  }

  private bounds(): [number, number] | undefined {
    if (this.take("*")) return [0, Number.POSITIVE_INFINITY];
    if (this.take("+")) return [1, Number.POSITIVE_INFINITY];
    if (this.take("?")) return [0, 1];
    const rest = this.source.slice(this.at, this.at + 14).join("");
    const braces = /^\{(\d+)(,)?(\d*)\}/.exec(rest);
    if (braces === null) return undefined;
    this.at += braces[0].length;
    const low = Number(braces[1]);
    if (braces[2] === undefined) return [low, low];
    return [low, braces[3] === "" ? Number.POSITIVE_INFINITY : Number(braces[3])];
  }

  private sees(text: string): boolean {
    return this.source.slice(this.at, this.at + text.length).join("") === text;
  }

  private take(text: string): boolean {
    if (!this.sees(text)) return false;
    this.at += text.length;
    return true;
  }

  private next(): string {
    const character = this.source[this.at++];
    if (character === undefined) throw new Unknown();
    return character;
  }
}
