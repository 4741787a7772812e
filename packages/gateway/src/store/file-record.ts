import { crc32 } from "node:zlib";
import { type Json, type JsonObject, parseJson, stringifyJson } from "@toolglot/core";
import type { StoredResponse } from "./store.ts";

/** What one line of a store's file says. */
export interface FileRecord {
  readonly type: "put" | "delete";
  readonly tenant: string;
  readonly id: string;
}

/** The line for an answer that is kept. Its key comes first, so that it is found without reading the answer. */
export function putLine(response: StoredResponse): Buffer {
  const key = JSON.stringify([response.tenant, response.id]);
  return sealed(`"put":${key}${ANSWER}${stringifyJson(response as unknown as JsonObject)}}`);
}

/** The line for an answer that is forgotten. */
export function deleteLine(tenant: string, id: string): Buffer {
  return sealed(`"delete":${JSON.stringify([tenant, id])}}`);
}

/** What a line says, given without its line end; nothing where it is not what was written. */
export function readLine(line: Buffer): FileRecord | undefined {
  if (!isWhole(line)) return undefined;
  const text = line.toString("utf8", HEAD);
  const type = text.startsWith('"put":') ? "put" : "delete";
  const end = type === "put" ? text.indexOf(ANSWER) : text.length - 1;
  const [tenant, id] = JSON.parse(text.slice(`"${type}":`.length, end)) as [string, string];
  return { type, tenant, id };
}

/** The answer in a line; nothing where it is not what was written. */
export function readAnswer(line: Buffer): StoredResponse | undefined {
  if (!isWhole(line)) return undefined;
  const text = line.toString("utf8", HEAD);
  const value: Json = parseJson(text.slice(text.indexOf(ANSWER) + ANSWER.length, -1));
  return value as unknown as StoredResponse;
}

// Inside of a text its quotes would be escaped, so this is found where the answer begins and nowhere before.
const ANSWER = ',"answer":';

const OPENING = '{"crc":"';
/** How long a line is before what its checksum is of. */
const HEAD = `${OPENING}00000000",`.length;

// A changed byte inside of a text would still be JSON: only a sum tells.
function sealed(rest: string): Buffer {
  return Buffer.from(`${OPENING}${sumOf(rest)}",${rest}\n`);
}

function isWhole(line: Buffer): boolean {
  return line.length > HEAD && line.toString("latin1", 0, HEAD) === `${OPENING}${sumOf(line.subarray(HEAD))}",`;
}

function sumOf(data: string | Buffer): string {
  return crc32(data).toString(16).padStart(8, "0");
}
