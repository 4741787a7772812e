// One search of a `SecretFinder`: turns the hits of the byte scanner into spans to replace.

import { REPLACEMENT } from "../../observe/redact.ts";
import type { ByteScanner } from "./byte-scanner.ts";
import { listedValues, type QuotedSpan } from "./listed-values.ts";
import { secretFieldAt } from "./secret-fields.ts";

/** Bytes to replace. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** What was found in a body. */
export interface Found {
  /** In order, and apart from each other. */
  readonly spans: readonly SecretSpan[];
  /** There is a secret, or a part of one. */
  readonly hasSecret: boolean;
  /** There is a field that is named like a secret, if only in a schema. */
  readonly hasName: boolean;
}

/** The search for secrets in one body. It can be used again for the next one. */
export class SecretSearch {
  static readonly SECRET = 0;
  static readonly NAME = 1;
  private readonly scanner: ByteScanner;
  private bytes: Uint8Array = NO_BYTES;
  private words: Uint32Array = NO_WORDS;
  private isStream = false;
  private spans: SecretSpan[] | undefined;
  private hasSecret = false;
  private hasName = false;
  /** Where the last field ends: what is named like a secret in the value of another one is gone with it. */
  private fieldEnd = 0;
  /** Where the last schema ends of a field that is named like a secret: what it lists is found, also below fields within it. */
  private schemaEnd = 0;

  constructor(scanner: ByteScanner) {
    this.scanner = scanner;
  }

  begin(bytes: Uint8Array, words: Uint32Array, isStream: boolean): void {
    this.bytes = bytes;
    this.words = words;
    this.isStream = isStream;
    this.spans = undefined;
    this.hasSecret = false;
    this.hasName = false;
    this.fieldEnd = 0;
    this.schemaEnd = 0;
  }

  run(from: number, to: number): void {
    this.scanner.scan({ bytes: this.bytes, words: this.words, from, to }, this.onHit);
  }

  get found(): Found {
    const { spans, hasSecret, hasName } = this;
    if (spans === undefined) return hasName || hasSecret ? { spans: NO_SPANS, hasSecret, hasName } : NOTHING;
    return { spans: apart(spans), hasSecret, hasName };
  }

  private readonly onHit = (id: number, start: number, end: number): void => {
    if (id === SecretSearch.NAME) {
      if (start >= this.fieldEnd) this.onName(start, end);
      return;
    }
    this.hasSecret = true;
    this.add({ start, end, replacement: REPLACEMENT });
  };

  private onName(start: number, end: number): void {
    const { bytes } = this;
    const field = secretFieldAt(bytes, start, end);
    if (field === undefined) return;
    const { span, isCut, object } = field;
    this.hasName = true;
    if (object !== undefined && object.start >= this.schemaEnd) this.onSchema(object);
    this.hasSecret ||= span !== undefined;
    if (span === undefined || (this.isStream && isCut === true)) return;
    this.fieldEnd = span.end;
    this.replace(span);
  }

  private onSchema({ start, escapes }: { readonly start: number; readonly escapes: number }): void {
    const { spans, end } = listedValues(this.bytes, start, escapes);
    this.schemaEnd = end;
    this.hasSecret ||= spans.length > 0;
    for (const span of spans) this.replace(span);
  }

  private replace(span: QuotedSpan): void {
    const { start, end, quotes } = span;
    if (!isReplaced(this.bytes, span)) this.add({ start, end, replacement: quotes + REPLACEMENT + quotes });
  }

  private add(span: SecretSpan): void {
    this.spans ??= [];
    this.spans.push(span);
  }
}

const NO_BYTES = new Uint8Array(0);
const NO_WORDS = new Uint32Array(0);
const NO_SPANS: readonly SecretSpan[] = [];
const NOTHING: Found = { spans: NO_SPANS, hasSecret: false, hasName: false };

/** The spans in order; those that overlap become one. */
export function apart(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const joined: SecretSpan[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = joined.at(-1);
    if (last === undefined || span.start >= last.end) joined.push(span);
    else joined[joined.length - 1] = { ...last, end: Math.max(last.end, span.end) };
  }
  return joined;
}

function isReplaced(bytes: Uint8Array, { start, end }: Pick<SecretSpan, "start" | "end">): boolean {
  if (end - start !== REPLACEMENT.length) return false;
  return String.fromCharCode(...bytes.subarray(start, end)) === REPLACEMENT;
}
