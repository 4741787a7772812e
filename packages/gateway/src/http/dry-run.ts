import {
  type Bridge,
  ConversionError,
  convertToolCalls,
  convertToolChoice,
  convertToolResults,
  convertToolsInSteps,
  createBridge,
  type DialectName,
  dialectNamed,
  type Json,
  type JsonObject,
  type ProfileName,
  profileNamed,
} from "@toolglot/core";
import { GatewayError } from "../errors.ts";

/** Translates without sending a request: `{ what, from, to, profile?, body }` → `{ value, losses, changes }`. */
export function* dryRunInSteps(request: JsonObject): Steps<JsonObject> {
  const { what = "request", from, to, profile, body } = request;
  if (typeof from !== "string" || typeof to !== "string") throw invalid("from and to must be names of dialects");
  if (body === undefined) throw invalid("body is missing");
  const inSteps = entry(IN_STEPS, what);
  const atOnce = entry(AT_ONCE, what);
  try {
    const options = {
      from: dialectNamed(from),
      to: dialectNamed(to, "from_canonical"),
      ...(typeof profile === "string" ? { profile: profileNamed(profile, to) } : {}),
    };
    if (inSteps !== undefined) return yield* inSteps(body, options);
    if (atOnce !== undefined) return atOnce(body, options);
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    throw new GatewayError(
      "invalid-request",
      error.code,
      error.message,
      error.path === "" ? {} : { param: error.path },
    );
  }
  throw invalid(`what must be one of ${[...Object.keys(IN_STEPS), ...Object.keys(AT_ONCE)].join(", ")}`);
}

type Steps<T> = Generator<undefined, T, undefined>;

interface Options {
  readonly from: DialectName;
  readonly to: DialectName;
  readonly profile?: ProfileName;
}

/** What may take long is done in steps. */
const IN_STEPS: Readonly<Record<string, (body: Json, options: Options) => Steps<JsonObject>>> = {
  *tools(body, options) {
    return translation(yield* convertToolsInSteps(body, options));
  },
  *request(body, { from, to, profile }) {
    return translation(yield* bridgeOf(from, to, profile).requestInSteps(body));
  },
  *stream(body, { from, to, profile }) {
    if (typeof body !== "string") throw invalid("body must be the text of a stream");
    const stream = bridgeOf(to, from, profile).stream();
    let value = "";
    for (let start = 0; start < body.length; start += CHUNK) {
      value += stream.push(body.slice(start, start + CHUNK));
      yield;
    }
    value += stream.end();
    return { value, losses: json(stream.losses), changes: json(stream.changes) };
  },
};

/** So many characters of a stream take a few milliseconds to translate. */
const CHUNK = 65_536;

const AT_ONCE: Readonly<Record<string, (body: Json, options: Options) => JsonObject>> = {
  choice: (body, options) => translation(convertToolChoice(body, options)),
  calls: (body, options) => translation(convertToolCalls(body, options)),
  results: (body, options) => translation(convertToolResults(body, options)),
  response: (body, { from, to, profile }) => translation(bridgeOf(to, from, profile).response(body)),
};

function entry<T>(table: Readonly<Record<string, T>>, name: Json): T | undefined {
  return typeof name === "string" && Object.hasOwn(table, name) ? table[name] : undefined;
}

function bridgeOf(client: DialectName, provider: DialectName, profile: ProfileName | undefined): Bridge {
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
