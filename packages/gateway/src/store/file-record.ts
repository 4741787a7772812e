import { crc32 } from "node:zlib";
import type { StoredResponse } from "./store.ts";
import { parseStored, stringifyStored } from "./stored-json.ts";

/** One line of a store's file. */
export interface StoreRecord {
  readonly type: "put" | "delete";
  readonly tenant: string;
  readonly id: string;
}

/** The line for a stored response. The key comes first, so that it can be read without parsing the response. */
export function putLine(response: StoredResponse): Buffer {
  const key = JSON.stringify([response.tenant, response.id]);
  return withChecksum(`"put":${key}${RESPONSE_KEY}${stringifyStored(response)}}`);
}

/** The complete lines of a file, without their line ends. */
export function* linesIn(content: Buffer): Generator<Buffer> {
  for (let at = 0, end = content.indexOf(LINE_END); end >= 0; at = end + 1, end = content.indexOf(LINE_END, at))
    yield content.subarray(at, end);
}

/** Whether a file's last line has no end. */
export function endsWithinLine(content: Buffer): boolean {
  return content.length > 0 && content.at(-1) !== LINE_END.charCodeAt(0);
}

/** The line for a deleted response. */
export function deleteLine(tenant: string, id: string): Buffer {
  return withChecksum(`"delete":${JSON.stringify([tenant, id])}}`);
}

/** Reads a line without its line end; `undefined` if it is damaged. */
export function readLine(line: Buffer): StoreRecord | undefined {
  if (!isIntact(line)) return undefined;
  const text = line.toString("utf8", HEAD);
  const type = text.startsWith('"put":') ? "put" : "delete";
  const end = type === "put" ? text.indexOf(RESPONSE_KEY) : text.length - 1;
  const [tenant, id] = JSON.parse(text.slice(`"${type}":`.length, end)) as [string, string];
  return { type, tenant, id };
}

/** The response in a line; `undefined` if it is damaged. */
export function readResponse(line: Buffer): StoredResponse | undefined {
  if (!isIntact(line)) return undefined;
  const text = line.toString("utf8", HEAD);
  return parseStored(text.slice(text.indexOf(RESPONSE_KEY) + RESPONSE_KEY.length, -1));
}

// In a text its quotes would be escaped, so the first occurrence is the key.
const RESPONSE_KEY = ',"answer":';

const LINE_END = "\n";
const OPENING = '{"crc":"';
/** The length of a line before the text that the checksum is of. */
const HEAD = `${OPENING}00000000",`.length;

// A changed byte in a text can still be valid JSON, so a checksum is needed.
function withChecksum(rest: string): Buffer {
  return Buffer.from(`${OPENING}${checksum(rest)}",${rest}\n`);
}

function isIntact(line: Buffer): boolean {
  return line.length > HEAD && line.toString("latin1", 0, HEAD) === `${OPENING}${checksum(line.subarray(HEAD))}",`;
}

function checksum(data: string | Buffer): string {
  return crc32(data).toString(16).padStart(8, "0");
}
