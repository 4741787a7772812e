// Reading an export (JSONL). Its lines are untrusted: a missing or wrong field must not break the page.

import type { Json, JsonObject } from "@toolglot/core";
import { isDialect, isObject, jsonIn } from "@toolglot/core/base";
import { decodeText } from "../bytes.ts";
import { GatewayError } from "../errors.ts";
import { ImportedExchange } from "./imported-exchange.ts";
import type { ExchangeDetail } from "./protocol.ts";
import type { BodyRedactor } from "./redact/body-redactor.ts";
import type { SearchSteps } from "./redact/secret-finder.ts";

/** Who imports, and how. */
export interface ImportOptions {
  readonly tenant: string;
  readonly redactor: BodyRedactor;
  /** The largest body that is kept, in bytes. */
  readonly maxBodyBytes: number;
  /** An id that no other exchange has. */
  freeId(wanted: string): string;
}

/** Reads the lines of an export. Whatever they contain is data of somebody else: only known fields of the right type are kept. */
export function* importExchanges(bytes: Uint8Array, options: ImportOptions): SearchSteps<ImportedExchange[]> {
  const lines = decodeText(bytes).split("\n");
  const imported: ImportedExchange[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    imported.push(yield* importLine(line, index + 1, options));
    yield;
  }
  if (imported.length === 0) throw invalid("there is no exchange in it");
  return imported;
}

function* importLine(line: string, number: number, options: ImportOptions): SearchSteps<ImportedExchange> {
  const value = jsonIn(line);
  if (!isObject(value ?? null) || (value as JsonObject).toolglot !== 1)
    throw invalid(`line ${number} is no exchange that Toolglot has exported`);
  const { detail, bodies = {} } = value as JsonObject;
  const clean = options.redactor.redactText(JSON.stringify(detail ?? null));
  const read = jsonIn(clean);
  if (!isDetail(read)) throw invalid(`line ${number} lacks a field that every exchange has`);
  const kept = yield* readBodies(isObject(bodies) ? bodies : {}, options);
  return new ImportedExchange(options.freeId(read.summary.id), options.tenant, read, kept);
}

function* readBodies(
  bodies: JsonObject,
  { redactor, maxBodyBytes }: ImportOptions,
): SearchSteps<Map<string, Uint8Array>> {
  const kept = new Map<string, Uint8Array>();
  for (const [name, body] of Object.entries(bodies)) {
    const bytes = bytesOf(body);
    if (!BODY_NAME.test(name) || bytes === undefined || bytes.length > maxBodyBytes) continue;
    const isStream = name.endsWith("-response");
    const redacted = yield* redactor.redact({ bytes, offsets: NO_OFFSETS }, isStream);
    const { bytes: thorough } = yield* redactor.redactThoroughly(redacted, isStream);
    kept.set(name, thorough);
  }
  return kept;
}

/** The names of bodies. */
export const BODY_NAME: RegExp = /^(?:client|attempt-\d{1,3})-(?:request|response)$/;

const NO_OFFSETS = new Uint32Array(0);

function bytesOf(body: Json): Uint8Array | undefined {
  if (typeof body === "string") return Buffer.from(body);
  const { base64 } = isObject(body) ? body : { base64: undefined };
  return typeof base64 === "string" ? Buffer.from(base64, "base64") : undefined;
}

function invalid(message: string): GatewayError {
  return new GatewayError("invalid-request", "invalid_import", `the export cannot be read: ${message}`);
}

function isDetail(value: unknown): value is ExchangeDetail {
  if (
    !hasFields(value, {
      summary: isSummary,
      losses: isListOf(isObjectValue),
      request: isRequest,
      attempts: isListOf(isAttempt),
    })
  )
    return false;
  const { response, bridge, previous } = value;
  return (
    (response === undefined || hasFields(response, { ...BODY, status: isNumber, headers: isTexts })) &&
    (bridge === undefined || hasFields(bridge, { from: isDialectId, to: isDialectId, model: isText })) &&
    (previous === undefined || isText(previous))
  );
}

type Check = (value: unknown) => boolean;

function hasFields(value: unknown, checks: Readonly<Record<string, Check>>): value is JsonObject {
  if (!isObjectValue(value)) return false;
  return Object.entries(checks).every(([name, check]) => check((value as JsonObject)[name]));
}

const isText: Check = (value) => typeof value === "string";
const isNumber: Check = (value) => typeof value === "number";
const isBoolean: Check = (value) => typeof value === "boolean";
const isDialectId: Check = (value) => typeof value === "string" && isDialect(value);
const isObjectValue: Check = (value) => isObject((value ?? null) as Json);
const isTexts: Check = (value) => isObjectValue(value) && Object.values(value as JsonObject).every(isText);
const isState: Check = (value) => ["running", "done", "failed", "closed"].includes(String(value));

function isListOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

const BODY = { name: (value: unknown) => BODY_NAME.test(String(value)), bytes: isNumber, kept: isBoolean };

const isRequest: Check = (value) => hasFields(value, { ...BODY, method: isText, path: isText, headers: isTexts });

const isSummary: Check = (value) =>
  hasFields(value, {
    id: isText,
    session: isText,
    client: isDialectId,
    model: isText,
    state: isState,
    stream: isBoolean,
    startedAt: isNumber,
    calls: isListOf(isText),
    tools: isNumber,
    attempts: isNumber,
    excerpt: isText,
    losses: (losses) => hasFields(losses, { content: isNumber, setting: isNumber, metadata: isNumber }),
  });

const isAttempt: Check = (value) =>
  hasFields(value, {
    provider: isText,
    model: isText,
    dialect: isDialectId,
    startedMs: isNumber,
    request: (request) => hasFields(request, { ...BODY, url: isText, headers: isTexts }),
    response: (response) => response === undefined || hasFields(response, { ...BODY, headers: isTexts }),
  });
