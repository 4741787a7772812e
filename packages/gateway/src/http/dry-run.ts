import {
  ConversionError,
  convertToolCalls,
  convertToolChoice,
  convertToolResults,
  convertTools,
  createBridge,
  type Json,
  type JsonObject,
} from "@toolglot/core";
import { GatewayError } from "../errors.ts";

/** Translates without asking anybody: `{ what, from, to, profile?, body }` → `{ value, losses, changes }`. */
export function dryRun(asked: JsonObject): JsonObject {
  const { what = "request", from, to, profile, body } = asked;
  if (typeof from !== "string" || typeof to !== "string") throw wrong("from and to must name dialects");
  if (body === undefined) throw wrong("body is missing: what is to be translated");
  const translate = typeof what === "string" && Object.hasOwn(KINDS, what) ? KINDS[what] : undefined;
  if (translate === undefined) throw wrong(`what must be one of ${Object.keys(KINDS).join(", ")}`);
  const options = { from, to, ...(typeof profile === "string" ? { profile } : {}) };
  try {
    return translate(body, options);
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    throw new GatewayError(
      "invalid-request",
      error.code,
      error.message,
      error.path === "" ? {} : { param: error.path },
    );
  }
}

interface Options {
  readonly from: string;
  readonly to: string;
  readonly profile?: string;
}

const KINDS: Readonly<Record<string, (body: Json, options: Options) => JsonObject>> = {
  tools: (body, options) => told(convertTools(body, options)),
  choice: (body, options) => told(convertToolChoice(body, options)),
  calls: (body, options) => told(convertToolCalls(body, options)),
  results: (body, options) => told(convertToolResults(body, options)),
  request: (body, { from, to, profile }) => told(bridgeOf(from, to, profile).request(body)),
  response: (body, { from, to, profile }) => told(bridgeOf(to, from, profile).response(body)),
  stream: (body, { from, to, profile }) => {
    if (typeof body !== "string") throw wrong("body must be the text of a stream");
    const stream = bridgeOf(to, from, profile).stream();
    return { value: stream.push(body) + stream.end(), losses: json(stream.losses), changes: json(stream.changes) };
  },
};

function bridgeOf(client: string, provider: string, profile: string | undefined): ReturnType<typeof createBridge> {
  return createBridge({ client, provider, ...(profile === undefined ? {} : { profile }) });
}

function told(result: { readonly value: unknown; readonly losses: unknown; readonly changes?: unknown }): JsonObject {
  const { value, losses, changes } = result;
  return { value: value as Json, losses: json(losses), ...(changes === undefined ? {} : { changes: json(changes) }) };
}

function json(value: unknown): Json {
  return value as Json;
}

function wrong(message: string): GatewayError {
  return new GatewayError("invalid-request", "invalid_translation", message);
}
