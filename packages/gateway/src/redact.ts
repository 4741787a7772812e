/** Replaces every known secret, however it is written, in all that leaves the gateway for human eyes. */
export class Redactor {
  private readonly secrets = new Set<string>();
  private pattern: RegExp | undefined;
  private longest = 0;

  /** Learns secrets; those that were known before stay known, for answers that are still on their way. */
  learn(secrets: Iterable<string>): void {
    const { size } = this.secrets;
    for (const secret of secrets) if (secret.length >= SHORTEST) this.secrets.add(secret);
    if (this.secrets.size === size) return;
    // The longest first, so that no part of a secret is left standing.
    const all = [...this.secrets].sort((one, other) => other.length - one.length);
    this.pattern = new RegExp(all.map(patternOf).join("|"), "gi");
    this.longest = (all[0]?.length ?? 0) * LONGEST_SPELLING;
  }

  redact(text: string): string {
    const clean = this.pattern === undefined ? text : text.replace(this.pattern, MARK);
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
export function withoutCredentials(text: string, credentials: readonly string[]): string {
  let clean = text;
  for (const secret of credentials)
    for (const form of [secret, encodeURIComponent(secret)])
      if (secret.length >= SHORTEST_SENT && clean.includes(form)) clean = clean.replaceAll(form, MARK);
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
const SHORTEST_SENT = 16;

/** How far into a text is looked for its beginning. */
const SCANNED = 65_536;

/** One character may be written by so many. */
const LONGEST_SPELLING = 12;

const KEY_IN_ADDRESS = /([?&](?:key|api_key|access_token)=)[^&\s"']+/gi;

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

// Texts hold texts: a secret may stand in an address, in JSON, or in JSON inside of JSON, each character in its own way.
function patternOf(secret: string): string {
  const spelled = [...secret].map(spellings).join("");
  return [spelled, ...base64Forms(secret)].join("|");
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
function base64Forms(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  return [0, 1, 2].flatMap((shift) => {
    const text = btoa(String.fromCharCode(...new Uint8Array(shift), ...bytes));
    const sure = text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
    return sure.length < SHORTEST ? [] : [[...sure].map(base64Spellings).join("")];
  });
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
