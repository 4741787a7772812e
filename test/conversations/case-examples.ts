import type { Json, JsonObject } from "@toolglot/core";
import { CONCEPTS, type ConversationCase, readConversationCases } from "../support/conversation-cases.ts";
import { afterCalls, afterResults } from "../support/exchanges.ts";
import { framed, frameOf, modelOf, withMessages } from "../support/frames.ts";
import { DIALECTS } from "./dialects.ts";
import type { Recorded } from "./recorded.ts";

const WRAPS: Readonly<Record<string, (file: Json, dialect: string, frame: JsonObject) => JsonObject>> = {
  requests: (file) => file as JsonObject,
  messages: (file, _dialect, frame) => framed(file as JsonObject, frame),
  choice: (file, _dialect, frame) => framed(file as JsonObject, frame),
  parts: withMessages,
  calls: (file, dialect, frame) => afterCalls(file as Json[], dialect, frame),
  results: (file, dialect, frame) => afterResults(file as Json[], dialect, frame),
};

const CASES = CONCEPTS.flatMap(readConversationCases);

/** A body of one dialect; `models` names the model that it is about in each. */
export interface Example extends Recorded<Json> {
  readonly models?: (dialect: string) => string;
}

/** The Rosetta cases as whole requests, and those that are responses. */
export const caseRequests: readonly Example[] = CASES.flatMap(requestsOf);
export const caseResponses: readonly Example[] = CASES.flatMap(responsesOf);

/** The streams among the Rosetta cases. */
export const caseStreams: readonly Recorded<string>[] = CASES.flatMap(streamsOf);

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
  return [...files]
    .filter(([, body]) => isFromProvider(JSON.stringify(body)))
    .map(([dialect, body]) => ({ id: `${concept}/${name}`, dialect, model: undefined, body }));
}

function streamsOf({ concept, name, files }: ConversationCase): Recorded<string>[] {
  if (concept !== "streams") return [];
  const texts = [...files].map(([dialect, body]) => ({ dialect, body: String(body) }));
  return texts
    .filter(({ body }) => isFromProvider(body))
    .map((text) => ({ id: `${concept}/${name}`, model: undefined, ...text }));
}

// What holds another vendor's signature comes from no provider.
function isFromProvider(text: string): boolean {
  return !/tg1:|dGcxO|"status":\d/.test(text);
}
