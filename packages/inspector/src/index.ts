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
const PLACEHOLDER = '<script type="application/json" id="exchanges">[]';

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
  const template = assetNamed("standalone.html");
  if (template === undefined) throw new Error(`${FOLDER.pathname} has no standalone.html: run "npm run build" first`);
  // A `<` inside of a script element could end it, or begin a comment in it.
  const data = JSON.stringify(exchanges).replaceAll("<", "\\u003c");
  const html = new TextDecoder().decode(template.body);
  // The list is empty in the template; the first place is the page's own, before any script.
  const at = html.indexOf(PLACEHOLDER) + PLACEHOLDER.length;
  return `${html.slice(0, at - 2)}${data}${html.slice(at)}`;
}

let files: readonly string[] | undefined;

/** Only what stands in the folder itself is served, so that no name can lead out of it. */
function names(): readonly string[] {
  files ??= existsSync(FOLDER) ? readdirSync(FOLDER) : [];
  return files;
}
