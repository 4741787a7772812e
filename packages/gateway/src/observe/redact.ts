/** The secrets that a process knows, for another one that shows what it has recorded. */
export interface SharedSecrets {
  readonly secrets: readonly string[];
  readonly tokens: readonly (readonly [owner: string, tokens: readonly string[]])[];
}

/** Replaces known secrets, in any encoding, in logs, metrics and errors. */
export class Redactor {
  private readonly secrets = new Set<string>();
  /** The last tokens of each owner, whose credentials change all the time. */
  private readonly tokens = new Map<string, readonly string[]>();
  /** The longest first, so that no part of a secret remains. */
  private known: readonly KnownSecret[] = [];
  private sorted: readonly string[] = [];
  private longest = 0;
  /** Short texts without secrets: most of what is logged has been logged before. */
  private readonly clean = new Set<string>();

  /** Adds secrets. Earlier ones remain, since requests in flight may still contain them. */
  learn(secrets: Iterable<string>): void {
    const { size } = this.secrets;
    for (const secret of secrets) if (secret.length >= MIN_LENGTH) this.secrets.add(secret);
    if (this.secrets.size > size) this.compile();
  }

  /** Adds a secret that its owner replaces from time to time; only the last ones remain. */
  learnToken(owner: string, token: string): void {
    const before = this.tokens.get(owner) ?? [];
    if (token.length < MIN_LENGTH || before.includes(token)) return;
    this.tokens.set(owner, [...before, token].slice(-KEPT_TOKENS));
    this.compile();
  }

  /** All that it knows, for another process. */
  get shared(): SharedSecrets {
    return { secrets: [...this.secrets], tokens: [...this.tokens] };
  }

  /** Adds what another process knows. */
  learnShared({ secrets, tokens }: SharedSecrets): void {
    this.learn(secrets);
    for (const [owner, list] of tokens) for (const token of list) this.learnToken(owner, token);
  }

  private compile(): void {
    const all = [...new Set([...this.secrets, ...[...this.tokens.values()].flat()])];
    all.sort((one, other) => other.length - one.length);
    const compiled = new Map(this.known.map((known) => [known.secret, known]));
    this.sorted = all;
    this.known = all.map((secret) => compiled.get(secret) ?? compileSecret(secret));
    this.longest = (all[0]?.length ?? 0) * MAX_SPELLING;
    this.clean.clear();
  }

  /** The known secrets; another array whenever one is added. */
  get all(): readonly string[] {
    return this.sorted;
  }

  redact(text: string): string {
    if (this.clean.has(text)) return text;
    const redacted = this.withoutSecrets(text);
    if (redacted === text && text.length <= MAX_REMEMBERED) this.remember(text);
    return redacted;
  }

  /** The beginning of a text, cut so that no part of a secret remains at its end. */
  redactStart(text: string, maxLength: number): string {
    if (text.length <= maxLength && this.clean.has(text)) return text;
    if (text.length <= MAX_SCANNED) return truncate(this.redact(text), maxLength);
    const clean = this.redact(text.slice(0, MAX_SCANNED));
    return truncate(`${clean.slice(0, Math.max(0, clean.length - this.longest))}…`, maxLength);
  }

  private withoutSecrets(text: string): string {
    const plain = normalize(text);
    let clean = text;
    // Few texts contain a secret, and the pattern of all spellings is a hundred times slower than this check.
    for (const { needles, pattern } of this.known)
      if (needles.some((needle) => plain.includes(needle))) clean = clean.replace(pattern(), REPLACEMENT);
    return clean.includes("=") ? clean.replace(KEY_IN_URL, `$1${REPLACEMENT}`) : clean;
  }

  private remember(text: string): void {
    if (this.clean.size >= MAX_CLEAN) this.clean.clear();
    this.clean.add(text);
  }
}

/** Replaces what a client has sent as its key, also if the key is unknown. */
export function redactCredentials(text: string, spelled: readonly string[]): string {
  let clean = text;
  for (const spelling of spelled) if (clean.includes(spelling)) clean = clean.replaceAll(spelling, REPLACEMENT);
  return clean;
}

/** Credentials as texts may have them: as they are, and as in a URL. */
export function credentialSpellings(credentials: readonly string[]): readonly string[] {
  // Most requests have none.
  if (credentials.length === 0) return credentials;
  return credentials.flatMap((secret) => [...new Set([secret, encodeURIComponent(secret)])]);
}

/** The secrets in a header's value: all of it, and what follows a scheme or a cookie's name. */
export function secretsInHeader(value: string): string[] {
  const scheme = /^\S+\s+(\S.*)$/.exec(value.trim())?.[1];
  const cookies = [...value.matchAll(/[^\s;,=]+=([^\s;,]+)/g)].map(([, each = ""]) => each);
  return [value, ...(scheme === undefined ? [] : [scheme]), ...cookies];
}

/** What stands in place of a secret. */
export const REPLACEMENT = "[redacted]";

/** Shorter secrets would match parts of ordinary words. */
export const MIN_LENGTH = 6;

/** Clients without a key often send a placeholder, which may be an ordinary word. */
export const MIN_CREDENTIAL_LENGTH = 16;

/** How much of a long text is scanned, in characters. */
const MAX_SCANNED = 65_536;

/** How many texts without secrets are remembered, and how long they may be, in characters. */
const MAX_CLEAN = 2000;
const MAX_REMEMBERED = 1024;

/** The most characters that one character can be encoded as. */
const MAX_SPELLING = 12;

/** The parameters of a URL's query that hold a key. */
export const KEY_IN_QUERY: RegExp = /[?&](?:key|api_key|access_token)=/i;

/** The same with the key after it. */
const KEY_IN_URL = new RegExp(`(${KEY_IN_QUERY.source})[^&\\s"']+`, "gi");

function truncate(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** How many tokens of one owner are redacted: requests in flight may still have the last one, and each may be of two parts. */
const KEPT_TOKENS = 6;

/** A secret and how it is found. */
interface KnownSecret {
  readonly secret: string;
  /** The normalized form of every text with the secret contains one of these. */
  readonly needles: readonly string[];
  /** Compiled when it is needed: clients may send many keys, few of which are in any text. */
  readonly pattern: () => RegExp;
}

function compileSecret(secret: string): KnownSecret {
  const forms = isAscii(secret) ? [secret, ...base64Texts(secret)].map(normalize) : [""];
  let pattern: RegExp | undefined;
  return {
    secret,
    needles: forms,
    pattern: () => {
      pattern ??= new RegExp(patternOf(secret), "gi");
      return pattern;
    },
  };
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

// A text without escapes, in lower case, and with one alphabet for Base64.
function normalize(text: string): string {
  const decoded = ESCAPE.test(text) ? text.replace(ESCAPES, decodeEscape) : text;
  return decoded
    .replaceAll("\\", "")
    .toLowerCase()
    .replace(/[-+_/%]/g, "/");
}

const ESCAPE = /\\u00|%/i;
const ESCAPES = /\\u00([0-9a-f]{2})|%([0-9a-f]{2})/gi;

function decodeEscape(_: string, unicode?: string, percent?: string): string {
  return String.fromCharCode(Number.parseInt(unicode ?? percent ?? "", 16));
}

// A secret may be in a URL, in JSON, or in JSON within JSON, with each character escaped or not.
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
  const escaped = character === "/" || character === '"' || character === "\\" ? `\\\\{0,4}${plain}` : plain;
  return `(?:${escaped}|${percent}|${unicode})`;
}

// The text before a secret shifts its Base64 by 0, 1 or 2 bytes. Only the characters are matched that do not depend on the
// neighbours, in both alphabets.
export function base64Texts(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const forms = [0, 1, 2].map((shift) => {
    const text = btoa(String.fromCharCode(...new Uint8Array(shift), ...bytes));
    return text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
  });
  return forms.filter(({ length }) => length >= MIN_LENGTH);
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
