import { compiles } from "./regular-expression.ts";

/** A pattern for engines without backtracking, and the features of it that simpler engines lack. */
export interface RegularPattern {
  readonly text: string;
  /** The largest count in braces. */
  readonly largest: number;
  /** Whether it has a Unicode property escape, such as `\p{L}`. */
  readonly hasProperties: boolean;
}

/**
 * Rewrites an ECMA-262 pattern into the syntax that it shares with Rust's `regex`, with the same meaning: llguidance
 * reads patterns so (https://github.com/guidance-ai/llguidance/blob/main/docs/json_schema.md). `undefined` for what
 * such engines cannot match: look-around, back-references, word boundaries, anchors in the middle, lone surrogates.
 */
export function regularPattern(pattern: string): RegularPattern | undefined {
  if (pattern.length > LONGEST_KNOWN) return readPattern(pattern);
  const found = known.get(pattern);
  if (found !== undefined) return found.regular;
  const regular = readPattern(pattern);
  if (known.size === MOST_KNOWN) known.clear();
  known.set(pattern, { regular });
  return regular;
}

/** The tools of one MCP server often repeat a few patterns. */
const known = new Map<string, { readonly regular: RegularPattern | undefined }>();
const MOST_KNOWN = 256;
const LONGEST_KNOWN = 512;

function readPattern(pattern: string): RegularPattern | undefined {
  try {
    const reader = new PatternReader(pattern);
    const text = reader.read();
    return { text, largest: reader.largest, hasProperties: reader.hasProperties };
  } catch (error) {
    if (error === NOT_REGULAR) return undefined;
    throw error;
  }
}

// One instance: capturing a stack trace takes longer than reading a pattern.
const NOT_REGULAR = new Error("not a regular pattern");

/** How deep groups may be nested. */
const MAX_DEPTH = 64;

/** The largest count that Rust's parser accepts and a grammar can be made for. */
const MAX_COUNT = 100_000;

/** Where anchors are allowed, in a group or in the whole pattern. */
interface Scope {
  /** Nothing precedes it, so that `^` is allowed. */
  readonly opens: boolean;
  /** This alternative has matched something. */
  begun: boolean;
  /** This alternative, or any, has had `$`, after which nothing can match. */
  ended: boolean;
  endedAny: boolean;
  anchored: boolean;
}

class PatternReader {
  largest = 0;
  hasProperties = false;
  private readonly pattern: string;
  /** Whether it is parsed with the flag `u`, as JSON Schema recommends. */
  private readonly unicode: boolean;
  private at = 0;

  constructor(pattern: string) {
    this.pattern = pattern;
    this.unicode = compiles(pattern, "u");
    if (!this.unicode && !compiles(pattern, "")) throw NOT_REGULAR;
  }

  read(): string {
    const text = this.alternatives(newScope(true), 0);
    if (this.at < this.pattern.length) throw NOT_REGULAR;
    return text;
  }

  private alternatives(scope: Scope, depth: number): string {
    if (depth > MAX_DEPTH) throw NOT_REGULAR;
    let text = "";
    for (let next = this.pattern[this.at]; next !== undefined && next !== ")"; next = this.pattern[this.at]) {
      if (next !== "|") text += this.term(scope, depth);
      else {
        this.at++;
        text += "|";
        scope.endedAny ||= scope.ended;
        scope.begun = false;
        scope.ended = false;
      }
    }
    scope.endedAny ||= scope.ended;
    return text;
  }

  private term(scope: Scope, depth: number): string {
    const next = this.pattern[this.at];
    if (next === "^" || next === "$") return this.anchor(next, scope);
    if (scope.ended) throw NOT_REGULAR;
    if (next === "(") return this.quantified(scope, depth);
    scope.begun = true;
    return this.atom() + this.quantifier();
  }

  private quantified(scope: Scope, depth: number): string {
    const inner = newScope(scope.opens && !scope.begun);
    const group = this.group(inner, depth);
    const count = this.quantifier();
    if (count !== "" && inner.anchored) throw NOT_REGULAR;
    scope.begun = true;
    scope.ended = inner.endedAny;
    scope.anchored ||= inner.anchored;
    return group + count;
  }

  private anchor(anchor: string, scope: Scope): string {
    if (anchor === "^" && (scope.begun || scope.ended || !scope.opens)) throw NOT_REGULAR;
    this.at++;
    scope.anchored = true;
    if (anchor === "$") scope.ended = true;
    return anchor + this.noQuantifier();
  }

  private noQuantifier(): "" {
    if (this.quantifier() !== "") throw NOT_REGULAR;
    return "";
  }

  private group(scope: Scope, depth: number): string {
    const open = /^\((?:\?:|\?<[A-Za-z_][A-Za-z0-9_]*>|(?!\?))/.exec(this.pattern.slice(this.at, this.at + 200));
    // Look-around, inline flags, and named groups, which not all engines have.
    if (open === null) throw NOT_REGULAR;
    this.at += open[0].length;
    const inner = this.alternatives(scope, depth + 1);
    if (this.pattern[this.at] !== ")") throw NOT_REGULAR;
    this.at++;
    return `${open[0]}${inner})`;
  }

  private quantifier(): string {
    if (!QUANTIFIERS.has(this.pattern[this.at] ?? "")) return "";
    const found = /^(?:[*+?]|\{([0-9]+)(?:,([0-9]*))?\})\??/.exec(this.pattern.slice(this.at, this.at + 64));
    if (found === null) return "";
    this.at += found[0].length;
    this.largest = Math.max(this.largest, Number(found[1] ?? 0), Number(found[2] ?? 0));
    if (this.largest > MAX_COUNT) throw NOT_REGULAR;
    return found[0];
  }

  private atom(): string {
    const character = this.pattern[this.at] ?? "";
    if (character === "[") return this.characterClass();
    if (character === "\\") return this.escape(false);
    this.at++;
    // Without the flag `u`, braces that are not a count are literal characters.
    if (character === "{" || character === "}" || character === "]") return `\\${character}`;
    return this.whole(character);
  }

  private characterClass(): string {
    const start = this.pattern[this.at + 1] === "^" ? "[^" : "[";
    this.at += start.length;
    if (this.pattern[this.at] === "]") return this.emptyClass(start);
    let text = start;
    while (this.pattern[this.at] !== "]") {
      const character = this.pattern[this.at];
      if (character === undefined) throw NOT_REGULAR;
      text += character === "\\" ? this.escape(true) : this.classCharacter(character, text === start);
    }
    this.at++;
    return `${text}]`;
  }

  // `[^]` is any character, `[]` none.
  private emptyClass(start: string): string {
    if (start === "[") throw NOT_REGULAR;
    this.at++;
    return "[\\s\\S]";
  }

  private classCharacter(character: string, isFirst: boolean): string {
    this.at++;
    // In Rust, classes nest and have operators.
    const isOperator = (character === "&" || character === "~") && this.isDoubled(character);
    if (character === "[" || isOperator) return `\\${character}`;
    if (character === "-") return this.hyphen(isFirst);
    return this.whole(character);
  }

  private isDoubled(character: string): boolean {
    return this.pattern[this.at] === character || this.pattern[this.at - 2] === character;
  }

  // A hyphen next to a class such as `\d`, or first or last, is literal; two hyphens are an operator in Rust.
  private hyphen(isFirst: boolean): string {
    const before = this.pattern.slice(Math.max(0, this.at - 3), this.at - 1);
    const after = this.pattern.slice(this.at, this.at + 2);
    if (isFirst || after.startsWith("]")) return before.endsWith("-") || after.startsWith("-") ? "\\-" : "-";
    return /\\[dwsDWS]$/.test(before) || /^\\[dwsDWS]/.test(after) ? "\\-" : "-";
  }

  private escape(inClass: boolean): string {
    const rest = this.pattern.slice(this.at + 1, this.at + 64);
    const known = /^[dDwWsStnrvf]/.exec(rest) ?? /^x[0-9a-fA-F]{2}/.exec(rest);
    if (known !== null) return this.taken(known[0].length, `\\${known[0]}`);
    if (this.unicode && /^[pP]\{/.test(rest)) return this.property(rest);
    if (rest.startsWith("u")) return this.codePoint(rest);
    if (/^c[A-Za-z]/.test(rest)) return this.taken(2, hex((rest.codePointAt(1) ?? 0) % 32));
    if (rest.startsWith("0") && !/^0[0-9]/.test(rest)) return this.taken(1, "\\x00");
    if (inClass && rest.startsWith("b")) return this.taken(1, "\\x08");
    return this.identity(rest);
  }

  // Word boundaries, back-references and octal escapes are rejected; any other escaped character is itself.
  private identity(rest: string): string {
    const [character] = rest;
    if (character === undefined || /^[bBkc0-9]/.test(rest)) throw NOT_REGULAR;
    const code = rest.codePointAt(0) ?? 0;
    if (isControl(code)) return this.taken(1, hex(code));
    const whole = String.fromCodePoint(code);
    return this.taken(whole.length, /[A-Za-z<>]|[^\x20-\x7e]/.test(whole) ? whole : `\\${character}`);
  }

  private property(rest: string): string {
    const found = /^[pP]\{[A-Za-z0-9_=]+\}/.exec(rest);
    if (found === null) throw NOT_REGULAR;
    this.hasProperties = true;
    return this.taken(found[0].length, `\\${found[0]}`);
  }

  private codePoint(rest: string): string {
    const pair = /^u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})/.exec(rest);
    if (pair !== null) {
      // Without the flag `u`, the two are separate characters.
      if (!this.unicode) throw NOT_REGULAR;
      const text = String.fromCharCode(Number.parseInt(pair[1] ?? "", 16), Number.parseInt(pair[2] ?? "", 16));
      return this.taken(pair[0].length, `\\u{${(text.codePointAt(0) ?? 0).toString(16)}}`);
    }
    const braced = this.unicode ? /^u\{([0-9a-fA-F]+)\}/.exec(rest) : null;
    const found = braced ?? /^u([0-9a-fA-F]{4})/.exec(rest);
    if (found === null) return this.taken(1, "u");
    if (isSurrogate(Number.parseInt(found[1] ?? "", 16))) throw NOT_REGULAR;
    return this.taken(found[0].length, `\\${found[0]}`);
  }

  private taken(length: number, text: string): string {
    this.at += 1 + length;
    return text;
  }

  // A surrogate pair is one character; a lone surrogate is none.
  private whole(character: string): string {
    const code = this.pattern.codePointAt(this.at - 1) ?? 0;
    if (code > 0xffff && this.unicode) this.at++;
    if (isSurrogate(code) || (code > 0xffff && !this.unicode)) throw NOT_REGULAR;
    if (isControl(code)) return hex(code);
    return code > 0xffff ? String.fromCodePoint(code) : character;
  }
}

/** The characters that begin a quantifier. */
const QUANTIFIERS: ReadonlySet<string> = new Set(["*", "+", "?", "{"]);

function newScope(opens: boolean): Scope {
  return { opens, begun: false, ended: false, endedAny: false, anchored: false };
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

// xgrammar ends a line, or the whole grammar, at such a character:
// https://github.com/mlc-ai/xgrammar/blob/main/cpp/grammar_parser.cc
function isControl(code: number): boolean {
  return code < 0x20 || code === 0x7f;
}

function hex(code: number): string {
  return `\\x${code.toString(16).padStart(2, "0")}`;
}
