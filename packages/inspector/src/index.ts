import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** A file of the page, as it is served. */
export interface PageAsset {
  readonly body: Uint8Array;
  /** Its content type. */
  readonly type: string;
  /** The SHA-256 of its body, for `ETag`. */
  readonly hash: string;
}

// The same from src/ and from dist/.
const FOLDER = new URL("../dist/assets/", import.meta.url);
const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

const loaded = new Map<string, PageAsset>();

/**
 * A file of the page by its name: `index.html`, which belongs at `/`, and the scripts and style sheets that it loads from
 * `/_inspector/assets/`. Undefined if there is no such file, or
 * if the page was not built.
 *
 * @example
 * assetNamed("index.html")?.type // "text/html; charset=utf-8"
 */
export function assetNamed(name: string): PageAsset | undefined {
  const known = loaded.get(name);
  if (known !== undefined || !names().includes(name)) return known;
  const body = readFileSync(new URL(name, FOLDER));
  const type = TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
  const asset = { body, type, hash: createHash("sha256").update(body).digest("hex") };
  loaded.set(name, asset);
  return asset;
}

/**
 * Exchanges as one HTML file that needs nothing else: the page with its script and style inlined, and the exchanges as data. Each is
 * what a line of a JSONL export contains.
 *
 * @example
 * standalonePage([]).startsWith("<!doctype html>") // true
 */
export function standalonePage(exchanges: readonly unknown[]): string {
  return withData("standalone.html", EXCHANGES, exchanges);
}

/** What the playground opens with; what is absent is detected. */
export interface PlaygroundPageInput {
  /** Tools, a request or a response as JSON, or a stream. */
  readonly text: string;
  readonly what?: "tools" | "request" | "response" | "stream" | undefined;
  /** The dialect of the text. */
  readonly from?: string | undefined;
  /** The dialect that is shown first. */
  readonly to?: string | undefined;
  readonly profile?: string | undefined;
}

/**
 * The playground as one HTML file that needs nothing else: a text and its translations to every dialect. Without an input, it is
 * empty, or opens with the input in its address.
 *
 * @example
 * playgroundPage().startsWith("<!doctype html>") // true
 */
export function playgroundPage(input?: PlaygroundPageInput): string {
  return withData("playground.html", INPUT, input ?? null);
}

const EXCHANGES = '<script type="application/json" id="exchanges">[]';
const INPUT = '<script type="application/json" id="playground-input">null';

// A `<` inside of a script element could end it, or begin a comment in it.
function withData(name: string, placeholder: string, value: unknown): string {
  const template = assetNamed(name);
  if (template === undefined) throw new Error(`${FOLDER.pathname} has no ${name}: run "npm run build" first`);
  const data = JSON.stringify(value).replaceAll("<", "\\u003c");
  const [head = "", tail = ""] = new TextDecoder().decode(template.body).split(placeholder);
  return head + placeholder.slice(0, placeholder.indexOf(">") + 1) + data + tail;
}

let files: readonly string[] | undefined;

/** Only what stands in the folder itself is served, so that no name can lead out of it. */
function names(): readonly string[] {
  files ??= existsSync(FOLDER) ? readdirSync(FOLDER) : [];
  return files;
}
