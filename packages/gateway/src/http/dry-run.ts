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

/** Translates without sending a request: `{ what, from, to, profile?, body }` → `{ value, losses, changes }`. */
export function dryRun(request: JsonObject): JsonObject {
  const { what = "request", from, to, profile, body } = request;
  if (typeof from !== "string" || typeof to !== "string") throw invalid("from and to must be names of dialects");
  if (body === undefined) throw invalid("body is missing");
  const translate = typeof what === "string" && Object.hasOwn(KINDS, what) ? KINDS[what] : undefined;
  if (translate === undefined) throw invalid(`what must be one of ${Object.keys(KINDS).join(", ")}`);
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
  tools: (body, options) => translation(convertTools(body, options)),
  choice: (body, options) => translation(convertToolChoice(body, options)),
  calls: (body, options) => translation(convertToolCalls(body, options)),
  results: (body, options) => translation(convertToolResults(body, options)),
  request: (body, { from, to, profile }) => translation(bridgeOf(from, to, profile).request(body)),
  response: (body, { from, to, profile }) => translation(bridgeOf(to, from, profile).response(body)),
  stream: (body, { from, to, profile }) => {
    if (typeof body !== "string") throw invalid("body must be the text of a stream");
    const stream = bridgeOf(to, from, profile).stream();
    return { value: stream.push(body) + stream.end(), losses: json(stream.losses), changes: json(stream.changes) };
  },
};

function bridgeOf(client: string, provider: string, profile: string | undefined): ReturnType<typeof createBridge> {
  return createBridge({ client, provider, ...(profile === undefined ? {} : { profile }) });
}

function translation(result: {
  readonly value: unknown;
  readonly losses: unknown;
  readonly changes?: unknown;
}): JsonObject {
  const { value, losses, changes } = result;
  return { value: value as Json, losses: json(losses), ...(changes === undefined ? {} : { changes: json(changes) }) };
}

function json(value: unknown): Json {
  return value as Json;
}

function invalid(message: string): GatewayError {
  return new GatewayError("invalid-request", "invalid_translation", message);
}
