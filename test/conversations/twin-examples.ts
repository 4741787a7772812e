import { ConversionError, isObject, type Json, type JsonObject } from "@toolglot/core";
import { alignRequests, alignResponses, alignTools, assembleStream } from "@toolglot/core/align";
import { convertTools, createBridge } from "../support/dynamic.ts";
import { someOf } from "../support/extent.ts";
import { readCases } from "../support/rosetta.ts";
import { caseRequests, caseResponses, caseStreams, type Example } from "./case-examples.ts";
import { DIALECTS } from "./dialects.ts";
import type { Lift } from "./meaning.ts";
import {
  type Recorded,
  requests as recordedRequests,
  responses as recordedResponses,
  streams as recordedStreams,
} from "./recorded.ts";
import { mistakesIn } from "./twins.ts";

export const requests: readonly Example[] = [...ofEach(caseRequests, 9), ...someOf(recordedRequests, 6)];
export const responses: readonly Example[] = [...ofEach(caseResponses, 6), ...someOf(recordedResponses, 6)];
export const streams: readonly Recorded<string>[] = [...ofEach(caseStreams, 9), ...someOf(recordedStreams, 6)];

// The dialects of a case follow one another.
function ofEach<T extends { readonly dialect: string }>(examples: readonly T[], nth: number): T[] {
  return DIALECTS.flatMap((dialect) =>
    someOf(
      examples.filter((each) => each.dialect === dialect),
      nth,
    ),
  );
}

/** The tools of `cases/tools`, as each dialect has them. */
export const tools: readonly Example[] = readCases("tools").flatMap(({ name, files }) =>
  [...files].map(([key, body]) => {
    const [dialect = ""] = key.split(".");
    return { id: `tools/${name}`, dialect, model: undefined, body };
  }),
);

/** What is wrong with how a request is aligned with its translation. */
export function mistakesInRequest({ dialect, body, models }: Example, to: string): string[] {
  const providerModel = models === undefined ? {} : { providerModel: models(to) };
  const translate = (left: Json) =>
    translated(() => createBridge({ client: dialect, provider: to, ...providerModel }).request(left).value);
  const right = translate(body);
  if (right === undefined) return [];
  const model = models === undefined ? {} : { model: models(to) };
  const alignment = alignRequests({ from: dialect as never, to: to as never, ...model, client: body, provider: right });
  return mistakesIn({ alignment, left: body, right, lift: liftOf(body, dialect, to), translate });
}

/** What is wrong with how a response is aligned with its translation. */
export function mistakesInResponse({ dialect, body }: Example, to: string): string[] {
  const translate = (left: Json) =>
    translated(() => createBridge({ client: to, provider: dialect }).response(left).value);
  const right = translate(body);
  if (right === undefined) return [];
  const alignment = alignResponses({ from: to as never, to: dialect as never, provider: body, client: right });
  return mistakesIn({ alignment, left: body, right, lift: (_, args) => args, translate });
}

/** Clients of Chat get token counts where they ask for them. */
const ASKING_FOR_USAGE = { messages: [{ role: "user", content: "Hi" }], stream_options: { include_usage: true } };

/** What is wrong with how the response of a stream is aligned with that of the translated stream. */
export function mistakesInStream({ dialect, body }: Recorded<string>, to: string): string[] {
  const bridge = createBridge({ client: to, provider: dialect });
  if (to === "openai-chat" || to === "openrouter") bridge.request(ASKING_FOR_USAGE);
  const stream = bridge.stream();
  const sent = stream.push(body) + stream.end();
  const { response: left } = assembleStream(dialect as never, body);
  const { response, error } = assembleStream(to as never, sent);
  const right = response ?? error;
  if (left === undefined || right === undefined) return [];
  const alignment = alignResponses({ from: to as never, to: dialect as never, provider: left, client: right });
  const translate = (body: Json) =>
    translated(() => createBridge({ client: to, provider: dialect }).response(body).value);
  return mistakesIn({ alignment, left, right, lift: (_, args) => args, translate });
}

/** What is wrong with how tools are aligned with their translation. */
export function mistakesInTools({ dialect, body }: Example, to: string): string[] {
  const convert = (left: Json) => convertTools(left, { from: dialect, to, onInvalid: "skip" });
  const { value, lift } = convert(body);
  const right = value as unknown as Json;
  const alignment = alignTools({ from: dialect as never, to: to as never, client: body, provider: right });
  const translate = (left: Json) => convert(left).value as unknown as Json;
  return mistakesIn({ alignment, left: body, right, lift, translate });
}

// What is refused has no right side.
function translated(translate: () => JsonObject): JsonObject | undefined {
  try {
    return translate();
  } catch (error) {
    if (error instanceof ConversionError) return undefined;
    throw error;
  }
}

function liftOf(body: Json, from: string, to: string): Lift {
  const { lift, names } = convertTools(toolsIn(body), { from, to, onInvalid: "skip" });
  return (name, args) => (names.has(name) ? lift(name, args) : args);
}

// Bedrock has its tools in `toolConfig`: without them, no call would be lifted, and changed arguments look like others.
function toolsIn(body: Json): Json[] {
  if (!isObject(body)) return [];
  const { tools } = isObject(body.toolConfig) ? body.toolConfig : body;
  return Array.isArray(tools) ? [...tools] : [];
}
