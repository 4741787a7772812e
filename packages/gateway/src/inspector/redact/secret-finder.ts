import { base64Texts, MIN_LENGTH, REPLACEMENT, type Redactor } from "../../observe/redact.ts";
import { ByteScanner, type Needle } from "./byte-scanner.ts";
import { NAME_PARTS, secretFieldAt } from "./secret-fields.ts";

/** Bytes to replace. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** What was found in a body. */
export interface Found {
  readonly spans: readonly SecretSpan[];
  /** There is a secret, or a part of one. */
  readonly hasSecret: boolean;
  /** There is a field that is named like a secret, if only in a schema. */
  readonly hasName: boolean;
}

/** The part of a body that is searched; the rest is known to have no secret. */
export interface SearchedPart {
  readonly start: number;
  readonly end: number;
}

/** Work in steps of a few hundred microseconds each. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** How many bytes are searched in one step. */
const STEP = 262_144;

/** How many credentials of clients are remembered. */
const MAX_CREDENTIALS = 64;

/** Finds secrets in bytes: the known ones, what clients have sent as their keys, and the values of fields that are named like one. */
export class SecretFinder {
  private readonly redactor: Redactor;
  private readonly credentials = new Set<string>();
  private known: readonly string[] | undefined;
  private scanner = new ByteScanner(NAMES);

  constructor(redactor: Redactor) {
    this.redactor = redactor;
  }

  /** Adds what a client has sent as its key. */
  learn(credentials: readonly string[]): void {
    for (const each of credentials) {
      if (this.credentials.has(each)) continue;
      this.credentials.add(each);
      this.known = undefined;
      const [oldest] = this.credentials;
      if (this.credentials.size > MAX_CREDENTIALS && oldest !== undefined) this.credentials.delete(oldest);
    }
  }

  /** In a stream, a value that goes on in a later event is left as it is: to replace a part of it would hide where it ends. */
  *find(bytes: Uint8Array, isStream = false, part: SearchedPart = { start: 0, end: bytes.length }): Steps<Found> {
    const scanner = this.compiled();
    const spans: SecretSpan[] = [];
    let hasSecret = false;
    let hasName = false;
    let next = 0;
    const onHit = (id: number, start: number, end: number): number => {
      next = end;
      if (id === SECRET) {
        hasSecret = true;
        spans.push({ start, end, replacement: REPLACEMENT });
        return end;
      }
      const field = secretFieldAt(bytes, start, end);
      if (field === undefined) return start;
      hasName = true;
      hasSecret ||= field.span !== undefined;
      if (field.span === undefined || (isStream && field.isCut === true)) return end;
      const { quotes } = field.span;
      next = field.span.end;
      if (!isReplaced(bytes, field.span)) spans.push({ ...field.span, replacement: quotes + REPLACEMENT + quotes });
      return next;
    };
    for (let from = part.start; from < part.end; from = Math.max(from + STEP, next)) {
      scanner.scan(bytes, onHit, from, Math.min(from + STEP, part.end));
      if (from + STEP < part.end) yield;
    }
    return { spans, hasSecret, hasName };
  }

  private compiled(): ByteScanner {
    if (this.known === this.redactor.all) return this.scanner;
    this.known = this.redactor.all;
    const forms = new Set([...this.known, ...this.credentials].flatMap(formsOf));
    const secrets = [...forms].map((form) => ({ bytes: encoder.encode(form), id: SECRET }));
    this.scanner = new ByteScanner([...secrets, ...NAMES]);
    return this.scanner;
  }
}

const SECRET = 0;
const NAME = 1;
const encoder = new TextEncoder();

const NAMES: readonly Needle[] = NAME_PARTS.map((part) => ({
  bytes: encoder.encode(part),
  id: NAME,
  ignoreCase: true,
}));

/** How a secret may be written in a body. Other spellings, such as one with every character escaped, are left to `Redactor`. */
function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const base64 = base64Texts(secret);
  const safe = base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  const forms = [secret, json, json.replaceAll("/", "\\/"), percentEncoded(secret), ...base64, ...safe];
  return forms.filter(({ length }) => length >= MIN_LENGTH);
}

// `encodeURIComponent` throws on a lone surrogate.
function percentEncoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
}

function isReplaced(bytes: Uint8Array, { start, end }: Pick<SecretSpan, "start" | "end">): boolean {
  if (end - start !== REPLACEMENT.length) return false;
  return String.fromCharCode(...bytes.subarray(start, end)) === REPLACEMENT;
}
