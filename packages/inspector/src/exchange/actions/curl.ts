import type { ExchangeDetail } from "@toolglot/gateway";
import { source } from "../../data/current.ts";

/** Headers of the connection, which curl sets by itself. */
const OF_CONNECTION =
  /^(host|connection|content-length|transfer-encoding|accept-encoding|user-agent|keep-alive|x-stainless-.*)$/;
const OF_KEYS = /authorization|api-?key|token|cookie|secret|x-toolglot-key/;

/** Longer bodies go into a file of their own, because shells limit the length of a command. */
const LONGEST_BODY = 100_000;

/** The client's request as a command. Keys are left out: what stands for them is a variable. */
export async function curlOf({ summary, request }: ExchangeDetail): Promise<string> {
  const url = `${location.protocol.startsWith("http") ? location.origin : "http://127.0.0.1:4141"}${request.path}`;
  const headers = Object.entries(request.headers).filter(([name]) => !OF_CONNECTION.test(name));
  const lines = [`curl ${quoted(url)} -X ${request.method}`, ...headers.map(headerOption)];
  if (request.kept && request.bytes > 0) lines.push(await dataOption(summary.id, request.name, request.bytes));
  return lines.join(" \\\n  ");
}

function headerOption([name, value]: readonly [string, string]): string {
  if (!OF_KEYS.test(name)) return `-H ${quoted(`${name}: ${value}`)}`;
  return name === "authorization" ? '-H "authorization: Bearer $API_KEY"' : `-H "${name}: $API_KEY"`;
}

async function dataOption(id: string, name: string, bytes: number): Promise<string> {
  if (bytes > LONGEST_BODY) return `--data-binary @${name}.json`;
  return `--data-raw ${quoted(new TextDecoder().decode(await source.body(id, name)))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
