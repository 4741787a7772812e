import { ConversionError, isObject, type Json, type JsonObject } from "@toolglot/core";
import { alignRequests, alignResponses } from "@toolglot/core/align";
import { CONCEPTS, type ConversationCase, readConversationCases } from "../support/conversation-cases.ts";
import { convertTools, createBridge } from "../support/dynamic.ts";
import { afterCalls, afterResults } from "../support/exchanges.ts";
import { someOf } from "../support/extent.ts";
import { framed, frameOf, modelOf, withMessages } from "../support/frames.ts";
import type { Lift } from "./meaning.ts";
import { DIALECTS, type Recorded, requests as recordedRequests, responses as recordedResponses } from "./recorded.ts";
import { mistakesIn } from "./twins.ts";

const WRAPS: Readonly<Record<string, (file: Json, dialect: string, frame: JsonObject) => JsonObject>> = {
  requests: (file) => file as JsonObject,
  messages: (file, _dialect, frame) => framed(file as JsonObject, frame),
  choice: (file, _dialect, frame) => framed(file as JsonObject, frame),
  parts: withMessages,
  calls: (file, dialect, frame) => afterCalls(file as Json[], dialect, frame),
  results: (file, dialect, frame) => afterResults(file as Json[], dialect, frame),
};

const CASES = CONCEPTS.flatMap(readConversationCases);

export interface Example extends Recorded<Json> {
  readonly models?: (dialect: string) => string;
}

export const requests: readonly Example[] = [...CASES.flatMap(requestsOf), ...someOf(recordedRequests, 6)];
export const responses: readonly Example[] = [...CASES.flatMap(responsesOf), ...someOf(recordedResponses, 6)];

function requestsOf(each: ConversationCase): Example[] {
  const wrap = WRAPS[each.concept];
  if (wrap === undefined) return [];
  const models = (dialect: string) => modelOf(dialect, each);
  return [...each.files]
    .filter(([dialect]) => DIALECTS.includes(dialect as never))
    .map(([dialect, file]) => {
      const body = wrap(file, dialect, frameOf(dialect, each));
      return { id: `${each.concept}/${each.name}`, dialect, model: undefined, body, models };
    });
}

function responsesOf({ concept, name, files }: ConversationCase): Example[] {
  if (concept !== "responses") return [];
  // What holds another vendor's signature comes from no provider.
  return [...files]
    .filter(([, body]) => !/tg1:|dGcxO|"status":\d/.test(JSON.stringify(body)))
    .map(([dialect, body]) => ({ id: `${concept}/${name}`, dialect, model: undefined, body }));
}

/** What is wrong with how a request is aligned with its translation. */
export function mistakesInRequest({ dialect, body, models }: Example, to: string): string[] {
  const providerModel = models === undefined ? {} : { providerModel: models(to) };
  const right = translated(() => createBridge({ client: dialect, provider: to, ...providerModel }).request(body).value);
  if (right === undefined) return [];
  const model = models === undefined ? {} : { model: models(to) };
  const alignment = alignRequests({ from: dialect as never, to: to as never, ...model, client: body, provider: right });
  return mistakesIn({ alignment, left: body, right, lift: liftOf(body, dialect, to) });
}

/** What is wrong with how a response is aligned with its translation. */
export function mistakesInResponse({ dialect, body }: Example, to: string): string[] {
  const right = translated(() => createBridge({ client: to, provider: dialect }).response(body).value);
  if (right === undefined) return [];
  const alignment = alignResponses({ from: to as never, to: dialect as never, provider: body, client: right });
  return mistakesIn({ alignment, left: body, right, lift: (_, args) => args });
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
  const tools = isObject(body) && Array.isArray(body.tools) ? body.tools : [];
  const { lift, names } = convertTools(tools, { from, to, onInvalid: "skip" });
  return (name, args) => (names.has(name) ? lift(name, args) : args);
}
