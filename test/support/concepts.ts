import type { Json, JsonObject } from "@toolglot/core";
import { ALL_DIALECTS, DIALECTS } from "../conversations/dialects.ts";
import { legality } from "../legal/index.ts";
import { type Concept, recode } from "./concept.ts";
import { withoutDefaults, withoutLooseness, withoutPrefixes, withPlainTexts } from "./concept-meanings.ts";
import type { ConceptName } from "./conversation-cases.ts";
import { convertToolCalls, convertToolResults, createBridge } from "./dynamic.ts";
import { afterCalls, afterResults } from "./exchanges.ts";
import { fieldOf, framed, frameOf, messagesIn, modelOf, unframed, withMessages } from "./frames.ts";
import { equal } from "./json.ts";
import { errors, responses, streams } from "./response-concepts.ts";

/** How a file stands in the usual request, and how it is taken out of another. */
interface Placing {
  wrap(file: Json, dialect: string, frame: JsonObject): JsonObject;
  unwrap(request: JsonObject, dialect: string, frame: JsonObject): Json;
}

/** A file is a part of a request. What happens to the usual request around it is none of the file's. */
function requestConcept({ wrap, unwrap }: Placing): Concept {
  return {
    dialects: DIALECTS,
    translate(file, { from, to }, each) {
      const ask = (body: JsonObject) =>
        createBridge({ client: from, provider: to, providerModel: modelOf(to, each) }).request(body);
      const frame = frameOf(from, each);
      const [around, all] = [ask(frame), ask(wrap(file, from, frame))];
      const value = unwrap(all.value, to, around.value);
      return { value, losses: without(all.losses, around.losses), changes: without(all.changes, around.changes) };
    },
    again(file, dialect, each) {
      const frame = frameOf(dialect, each);
      const { value, ...rest } = recode("request", wrap(file, dialect, frame), dialect);
      return { value: unwrap(value as JsonObject, dialect, frame), ...rest };
    },
    violations(file, dialect, each) {
      const request = wrap(file, dialect, frameOf(dialect, each));
      return legality[dialect]?.request({ model: modelOf(dialect, each), ...request }) ?? [];
    },
  };
}

function without<T>(all: readonly T[], some: readonly T[]): T[] {
  return all.filter((one) => !some.some((other) => equal(one, other)));
}

const fields = requestConcept({
  wrap: (file, _dialect, frame) => framed(file as JsonObject, frame),
  unwrap: (request, _dialect, frame) => unframed(request, frame),
});

/** A file is the fields of a request that differ from the usual one. */
const patch: Concept = {
  ...fields,
  inFrame(file, { from, to }, each) {
    const bridge = createBridge({ client: from, provider: to, providerModel: modelOf(to, each) });
    return framed(file as JsonObject, bridge.request(frameOf(from, each)).value);
  },
};

const message = requestConcept({ wrap: withMessages, unwrap: messagesIn });

/** A file is all of a request. */
const whole: Concept = {
  ...fields,
  translate(file, { from, to }, each) {
    return createBridge({ client: from, provider: to, providerModel: modelOf(to, each) }).request(file);
  },
  again: (file, dialect) => recode("request", file, dialect),
  violations: (file, dialect, each) =>
    legality[dialect]?.request({ model: modelOf(dialect, each), ...(file as JsonObject) }) ?? [],
  meaning: (file) => withoutDefaults(withPlainTexts(file) as JsonObject),
};

const calls: Concept = {
  dialects: ALL_DIALECTS,
  meaning: withoutPrefixes,
  translate: (file, ends) => convertToolCalls(file, ends),
  again: (file, dialect) => convertToolCalls(file, { from: dialect, to: dialect }),
  violations(file, dialect, each) {
    const list = file as readonly Json[];
    if (dialect === "executable") return [];
    if (dialect === "mcp") return list.flatMap((call) => legality.mcp?.request(call) ?? []);
    return legality[dialect]?.request(afterCalls(list, dialect, frameOf(dialect, each))) ?? [];
  },
};

const results: Concept = {
  dialects: ALL_DIALECTS,
  meaning: withPlainTexts,
  translate: (file, ends) => convertToolResults(file, ends),
  again(file, dialect, each) {
    if (!DIALECTS.some((id) => id === dialect)) return convertToolResults(file, { from: dialect, to: dialect });
    // What a result cannot hold stands in a message after it.
    const list = file as readonly Json[];
    const { value, ...rest } = recode("request", afterResults(list, dialect, frameOf(dialect, each)), dialect);
    return { value: ((value as JsonObject)[fieldOf(dialect)] as Json[]).slice(-list.length), ...rest };
  },
  violations(file, dialect, each) {
    const list = file as readonly Json[];
    if (dialect === "executable") return [];
    if (dialect === "mcp") return list.flatMap((result) => legality.mcp?.response(result) ?? []);
    return legality[dialect]?.request(afterResults(list, dialect, frameOf(dialect, each))) ?? [];
  },
};

/** How each concept of a conversation is translated: by what users of the library call. */
export const concepts: Readonly<Record<ConceptName, Concept>> = {
  choice: { ...patch, meaning: withoutLooseness },
  parts: message,
  calls,
  results,
  messages: { ...patch, meaning: withPlainTexts },
  requests: whole,
  responses,
  streams,
  errors,
};
