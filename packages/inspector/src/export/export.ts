import type { ExportedExchange } from "@toolglot/gateway";
import { source } from "../data/current.ts";
import { bodiesIn } from "./bodies.ts";
import { download } from "./download.ts";

const TEMPLATE = "/_inspector/assets/standalone.html";
const PLACEHOLDER = '<script type="application/json" id="exchanges">[]';

/** Saves exchanges as one JSON text per line, which the gateway reads again. */
export async function exportJsonl(ids: readonly string[]): Promise<void> {
  const lines = (await exported(ids)).map((exchange) => `${JSON.stringify(exchange)}\n`);
  download(`${nameOf(ids)}.jsonl`, lines.join(""), "application/x-ndjson");
}

/** Saves exchanges as one HTML file: this page, with them as its data. */
export async function exportHtml(ids: readonly string[]): Promise<void> {
  // A `<` inside of a script element could end it, or begin a comment in it.
  const data = JSON.stringify(await exported(ids)).replaceAll("<", "\\u003c");
  const html = await template();
  // The list is empty in the template; the first place is the page's own, before any script.
  const at = html.indexOf(PLACEHOLDER) + PLACEHOLDER.length;
  download(`${nameOf(ids)}.html`, `${html.slice(0, at - 2)}${data}${html.slice(at)}`, "text/html");
}

/** A page that was exported is its own template: only its data is another. */
async function template(): Promise<string> {
  const data = document.getElementById("exchanges");
  if (data === null) return (await fetch(TEMPLATE)).text();
  const copy = document.documentElement.cloneNode(true) as HTMLElement;
  copy.querySelector("#exchanges")?.replaceChildren("[]");
  copy.querySelector("#app")?.replaceChildren();
  return `<!doctype html>\n${copy.outerHTML}`;
}

async function exported(ids: readonly string[]): Promise<ExportedExchange[]> {
  const all: ExportedExchange[] = [];
  for (const id of ids) {
    const detail = await source.detail(id);
    all.push({ toolglot: 1, detail, bodies: await bodiesIn(detail) });
  }
  return all;
}

function nameOf(ids: readonly string[]): string {
  return ids.length === 1 ? `toolglot-${ids[0]}` : `toolglot-${ids.length}-exchanges`;
}
