/** Replaces every known secret, however it is written, in all that leaves the gateway for human eyes. */
export class Redactor {
  private readonly secrets = new Set<string>();
  /** The longest first, so that no part of a secret is left standing. */
  private known: readonly Known[] = [];
  private longest = 0;

  /** Learns secrets; those that were known before stay known, for answers that are still on their way. */
  learn(secrets: Iterable<string>): void {
    const { size } = this.secrets;
    for (const secret of secrets) if (secret.length >= SHORTEST) this.secrets.add(secret);
    if (this.secrets.size === size) return;
    const all = [...this.secrets].sort((one, other) => other.length - one.length);
    this.known = all.map(knownOf);
    this.longest = (all[0]?.length ?? 0) * LONGEST_SPELLING;
  }

  redact(text: string): string {
    const plain = plainOf(text);
    let clean = text;
    // Hardly any text has a secret in it, and to look for all spellings at once takes a hundred times longer.
    for (const { marks, pattern } of this.known)
      if (marks.some((mark) => plain.includes(mark))) clean = clean.replace(pattern, MARK);
    return clean.replace(KEY_IN_ADDRESS, `$1${MARK}`);
  }

  /** The beginning of a text, of which a part of a secret may be left at no end. */
  redactStart(text: string, most: number): string {
    if (text.length <= SCANNED) return cut(this.redact(text), most);
    const clean = this.redact(text.slice(0, SCANNED));
    return cut(`${clean.slice(0, Math.max(0, clean.length - this.longest))}…`, most);
  }
}

/** Replaces what a client has just sent as its key, which may be nobody's. */
export function redactCredentials(text: string, credentials: readonly string[]): string {
  let clean = text;
  for (const secret of credentials)
    for (const form of [secret, encodeURIComponent(secret)])
      if (clean.includes(form)) clean = clean.replaceAll(form, MARK);
  return clean;
}

/** The secrets in the value of a header: all of it, and what follows on a scheme or the name of a cookie. */
export function secretsInHeader(value: string): string[] {
  const scheme = /^\S+\s+(\S.*)$/.exec(value.trim())?.[1];
  const cookies = [...value.matchAll(/[^\s;,=]+=([^\s;,]+)/g)].map(([, each = ""]) => each);
  return [value, ...(scheme === undefined ? [] : [scheme]), ...cookies];
}

const MARK = "[redacted]";

/** What is shorter would be found in words that are no secret. */
const SHORTEST = 6;

/** Clients that need no key send a word in its place, which may be a name of something else as well. */
export const MIN_CREDENTIAL_LENGTH = 16;

/** How far into a text is looked for its beginning. */
const SCANNED = 65_536;

/** One character may be written by so many. */
const LONGEST_SPELLING = 12;

const KEY_IN_ADDRESS = /([?&](?:key|api_key|access_token)=)[^&\s"']+/gi;

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** A secret, as it is looked for. */
interface Known {
  /** One of these is in the plain form of every text that has the secret in it. */
  readonly marks: readonly string[];
  readonly pattern: RegExp;
}

function knownOf(secret: string): Known {
  const forms = isAscii(secret) ? [secret, ...base64Texts(secret)].map(plainOf) : [""];
  return { marks: forms, pattern: new RegExp(patternOf(secret), "gi") };
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

// A text without escapes, in small letters, and in one alphabet of Base64.
function plainOf(text: string): string {
  const decoded = /[%\\]/.test(text)
    ? text.replace(/\\+u00([0-9a-f]{2})|%([0-9a-f]{2})|\\+/gi, (_, unicode?: string, percent?: string) =>
        unicode === undefined && percent === undefined
          ? ""
          : String.fromCharCode(Number.parseInt(unicode ?? percent ?? "", 16)),
      )
    : text;
  return decoded.toLowerCase().replace(/[-+_/\\%]/g, "/");
}

// Texts hold texts: a secret may stand in an address, in JSON, or in JSON inside of JSON, each character in its own way.
function patternOf(secret: string): string {
  const spelled = [...secret].map(spellings).join("");
  return [spelled, ...base64Texts(secret).map((text) => [...text].map(base64Spellings).join(""))].join("|");
}

function spellings(character: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  const percent = bytes.map((byte) => `%${hex(byte, 2)}`).join("");
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  const unicode = units.map((unit) => `\\\\{1,4}u${hex(unit, 4)}`).join("");
  const plain = literal(character);
  const own = character === "/" || character === '"' || character === "\\" ? `\\\\{0,4}${plain}` : plain;
  return `(?:${own}|${percent}|${unicode})`;
}

// What stands before a secret shifts its Base64 by no, one or two bytes; what does not depend on it or on what follows is
// looked for, in the alphabet of addresses too.
function base64Texts(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const forms = [0, 1, 2].map((shift) => {
    const text = btoa(String.fromCharCode(...new Uint8Array(shift), ...bytes));
    return text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
  });
  return forms.filter(({ length }) => length >= SHORTEST);
}

function base64Spellings(character: string): string {
  if (character === "+") return "(?:[+-]|%2b)";
  return character === "/" ? "(?:\\\\{0,4}/|_|%2f)" : character;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/-]/, "\\$&");
}
