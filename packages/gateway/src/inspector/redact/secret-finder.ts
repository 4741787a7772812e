// Finding secrets in bytes: known ones (keys of providers and clients), and the values of fields that are named like
// one.

import { base64Texts, MIN_LENGTH, Redactor } from "../../observe/redact.ts";
import { ByteScanner, type Needle, wordsOf } from "./byte-scanner.ts";
import { NAME_ENDS } from "./secret-fields.ts";
import { type Found, SecretSearch } from "./secret-search.ts";
import type { CharacterSet } from "./unescape.ts";

/** The part of a body that is searched; the rest is known to have no secret. */
export interface SearchedPart {
  readonly start: number;
  readonly end: number;
}

/** Work in steps of a few hundred microseconds each. */
export type SearchSteps<T> = Generator<undefined, T, undefined>;

/** How many bytes are searched in one step. */
const STEP = 1024 * 1024;

/** How many credentials of clients are kept; the oldest are removed when there are twice as many. */
const KEPT_CREDENTIALS = 256;

/** Finds secrets in bytes: the known ones, what clients have sent as their keys, and the values of fields that are named like one. */
export class SecretFinder {
  private readonly redactor: Redactor;
  private readonly credentials = new Set<string>();
  private known: readonly string[] | undefined;
  private sent = new Redactor();
  private scanner = new ByteScanner(NAMES);
  private search = new SecretSearch(this.scanner);
  private characters: CharacterSet = new Uint8Array(128);
  private compilations = 0;
  /** Secrets as they are usually written, in Latin-1. */
  private readonly forms = new Set<string>();
  private longestForm = 0;

  constructor(redactor: Redactor) {
    this.redactor = redactor;
  }

  /** Changes whenever secrets are added or forgotten: a body that was searched under another version has to be searched again. */
  get version(): number {
    this.compile();
    return this.compilations;
  }

  /** The characters that secrets and the names of their fields are made of. */
  get escapable(): CharacterSet {
    this.compile();
    return this.characters;
  }

  /** Adds what a client has sent as its key. Returns whether others were forgotten. */
  learn(credentials: readonly string[]): boolean {
    for (const each of credentials) {
      if (this.credentials.has(each)) continue;
      this.credentials.add(each);
      if (this.known === this.redactor.all) this.addCredential(each);
    }
    const isFull = this.credentials.size > 2 * KEPT_CREDENTIALS;
    if (isFull) this.forgetOldest();
    return isFull;
  }

  /** What clients have sent as their keys. */
  get learned(): readonly string[] {
    return [...this.credentials];
  }

  private addCredential(credential: string): void {
    this.compilations++;
    this.addSecret(credential);
    this.sent.learn([credential]);
  }

  private forgetOldest(): void {
    for (const each of [...this.credentials].slice(0, -KEPT_CREDENTIALS)) this.credentials.delete(each);
    this.known = undefined;
  }

  /** Removes secrets in any spelling from a text; the values of fields stay. */
  redactText(text: string): string {
    this.compile();
    return this.sent.redact(this.redactor.redact(text));
  }

  /** In a stream, a value that goes on in a later event is left as it is: to replace a part of it would hide where it ends. */
  find(bytes: Uint8Array, isStream = false, part?: SearchedPart, words: Uint32Array = wordsOf(bytes)): Found {
    this.compile();
    const { search } = this;
    search.begin(bytes, words, isStream);
    search.run(part?.start ?? 0, part?.end ?? bytes.length);
    return search.found;
  }

  *findInSteps(bytes: Uint8Array, isStream = false): SearchSteps<Found> {
    this.compile();
    const search = new SecretSearch(this.scanner);
    search.begin(bytes, wordsOf(bytes), isStream);
    for (let from = 0; from < bytes.length; from += STEP) {
      search.run(from, Math.min(from + STEP, bytes.length));
      if (from + STEP < bytes.length) yield;
    }
    return search.found;
  }

  /** How many bytes at the end may be the beginning of a secret, of which the rest is still to come. */
  openEnd(bytes: Uint8Array): number {
    this.compile();
    const end = Buffer.from(bytes.subarray(Math.max(0, bytes.length - this.longestForm))).toString("latin1");
    const forms = [...this.forms];
    for (let length = end.length; length >= MIN_OPEN; length--)
      if (forms.some((form) => form.startsWith(end.slice(-length)))) return length;
    return 0;
  }

  private compile(): void {
    if (this.known === this.redactor.all) return;
    this.known = this.redactor.all;
    this.compilations++;
    this.forms.clear();
    this.longestForm = 0;
    this.scanner = new ByteScanner(NAMES);
    this.search = new SecretSearch(this.scanner);
    this.characters = charactersOf([...NAME_ENDS, ...ORDINARY]);
    for (const secret of [...this.known, ...this.credentials]) this.addSecret(secret);
    this.sent = new Redactor();
    this.sent.learn(this.credentials);
  }

  private addSecret(secret: string): void {
    for (let index = 0; index < secret.length; index++) this.characters[secret.charCodeAt(index)] = 1;
    for (const form of formsOf(secret)) {
      const bytes = encoder.encode(form);
      const text = Buffer.from(bytes).toString("latin1");
      if (this.forms.has(text)) continue;
      this.forms.add(text);
      this.longestForm = Math.max(this.longestForm, bytes.length);
      this.scanner.add({ bytes, id: SecretSearch.SECRET });
    }
  }
}

/** The first characters of a secret, such as `sk-`, are no secret yet. */
const MIN_OPEN = 4;

const encoder = new TextEncoder();

const NAMES: readonly Needle[] = NAME_ENDS.map((end) => ({
  bytes: encoder.encode(end),
  id: SecretSearch.NAME,
  ignoreCase: true,
}));

/** What may be in the names of fields and around them. */
const ORDINARY = ["ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "0123456789", '_-.:"\\'];

function charactersOf(texts: readonly string[]): CharacterSet {
  const set = new Uint8Array(128);
  for (const text of texts) for (let index = 0; index < text.length; index++) set[text.charCodeAt(index)] = 1;
  return set;
}

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
