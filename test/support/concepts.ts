import {
  type Change,
  findDialect,
  isObject,
  type Json,
  type JsonObject,
  type Loss,
  parseJson,
  stringifyJson,
} from "@toolglot/core";
import { Ledger } from "../../packages/core/src/ledger.ts";
import { Report } from "../../packages/core/src/report.ts";
import { legality } from "../legal/index.ts";
import type { Violation } from "../legal/types.ts";
import { type Consumed, sdks } from "../sdk/index.ts";
import type { ConceptName, ConversationCase } from "./conversation-cases.ts";
import { convertToolCalls, convertToolResults, createBridge } from "./dynamic.ts";
import { afterCalls, afterResults } from "./exchanges.ts";
import { fieldOf, framed, frameOf, messagesIn, modelOf, unframed, withMessages } from "./frames.ts";
import { equal } from "./json.ts";

/** What a file became in another dialect. */
export interface Translated {
  readonly value: Json;
  readonly losses: readonly Loss[];
  readonly changes: readonly Change[];
}

export interface Ends {
  readonly from: string;
  readonly to: string;
}

/** How the files of a concept are translated and judged. */
export interface Concept {
  /** The dialects that have it: each has a file in every case. */
  readonly dialects: readonly string[];
  translate(file: Json, ends: Ends, each: ConversationCase): Translated;
  /** Read and written again in its own dialect. */
  again(file: Json, dialect: string, each: ConversationCase): Translated;
  /** What its provider, or its clients, would not take. */
  violations(file: Json, dialect: string, each: ConversationCase): readonly Violation[];
  /** The part that two equivalent files have in common; all of it by default. */
  meaning?(file: Json, dialect: string): unknown;
  /** The request that a file makes of the usual one, translated: a file leaves out what the usual request has already. */
  inFrame?(file: Json, ends: Ends, each: ConversationCase): Json;
  /** What the official SDK reads in it. */
  read?(file: Json, dialect: string): Promise<Consumed> | undefined;
}

const TALKING = [
  "openai-chat",
  "openai-responses",
  "anthropic",
  "gemini",
  "gemini-interactions",
  "ollama",
  "openrouter",
  "bedrock",
];
const ALL = [...TALKING, "mcp", "executable"];

/** How a file stands in the usual request, and how it is taken out of another. */
interface Placing {
  wrap(file: Json, dialect: string, frame: JsonObject): JsonObject;
  unwrap(request: JsonObject, dialect: string, frame: JsonObject): Json;
}

/** A file is a part of a request. What happens to the usual request around it is none of the file's. */
function requestConcept({ wrap, unwrap }: Placing): Concept {
  return {
    dialects: TALKING,
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

// `store: false` and `stream: false` may be explicit or absent; a single stop sequence may be a list.
function withoutDefaults({ store, stream, stop, ...request }: JsonObject): JsonObject {
  return {
    ...request,
    ...(store === true ? { store } : {}),
    ...(stream === true ? { stream } : {}),
    ...(stop === undefined ? {} : { stop: typeof stop === "string" ? [stop] : stop }),
  };
}

// `strict: false` of a tool may be explicit or absent.
function withoutLooseness(file: Json): Json {
  return parseJson(stringifyJson(file).replaceAll(/,"strict":false|"strict":false,?/g, ""));
}

// The same id has other prefixes, depending on the ways that it came.
function withoutPrefixes(file: Json): Json {
  const plain = stringifyJson(file).replaceAll(
    /("\w*[iI]d":"|From the result of [\w ]+ \()(?:call_|toolu_|tooluse_|fc_|tg_)+/g,
    "$1",
  );
  return parseJson(plain.replaceAll(/"tgh_\w+"/g, '"tgh_"'));
}

// A text is as good as a list of this one text.
function withPlainTexts(file: Json): Json {
  const listed = /\[\{"type":"(?:text|input_text|output_text)","text":("(?:[^"\\]|\\.)*")(?:,"annotations":\[\])?\}\]/g;
  return parseJson(stringifyJson(withoutPrefixes(file)).replaceAll(listed, "$1"));
}

const calls: Concept = {
  dialects: ALL,
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
  dialects: ALL,
  meaning: withPlainTexts,
  translate: (file, ends) => convertToolResults(file, ends),
  again(file, dialect, each) {
    if (!TALKING.includes(dialect)) return convertToolResults(file, { from: dialect, to: dialect });
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

// ── answers ─────────────────────────────────────────────────────────────────

/** A file is a body; `{ status, body }` where the answer is an error that also says so by its status. */
const responses: Concept = {
  dialects: TALKING,
  translate(file, { from, to }, each) {
    if (isError(file)) return errors.translate(file, { from, to }, each);
    const { value, status, losses, changes } = asked({ from, to }, each).response(file);
    return { value: status === undefined ? value : { status, body: value }, losses, changes };
  },
  again(file, dialect) {
    if (isError(file)) return errors.again(file, dialect, NO_CASE);
    if (!isFailure(file, dialect)) return recode("response", file, dialect);
    return createBridge({ client: dialect, provider: dialect }).response(file);
  },
  violations(file, dialect) {
    if (isError(file)) return legality[dialect]?.error(file.status, file.body) ?? [];
    return isFailure(file, dialect) ? [] : (legality[dialect]?.response(file) ?? []);
  },
  read: (file, dialect) =>
    isError(file) ? sdkOf(dialect)?.parse(file.body as never, file.status) : sdkOf(dialect)?.parse(file as never),
  meaning: async (file, dialect) => readingOf(await responses.read?.(file, dialect)),
};

// An error that came as a success.
function isFailure(file: Json, name: string): boolean {
  const report = new Report(new Ledger({ from: name, to: name }), "to_canonical");
  return findDialect(name)?.response?.decode(file, report).failure !== undefined;
}

const streams: Concept = {
  dialects: TALKING,
  translate: (file, ends, each) => flow(file as string, ends, each),
  again(file, dialect, each) {
    const passed = flow(file as string, { from: dialect, to: dialect }, each);
    // A stream that was cut short is ended with an error.
    const isCut = each.malformed && dialect === each.source && (passed.value as string).startsWith(file as string);
    return isCut ? { ...passed, value: file } : passed;
  },
  violations: (file, dialect) => legality[dialect]?.stream(file as string) ?? [],
  read: (file, dialect) => sdkOf(dialect)?.consume(file as string),
  meaning: async (file, dialect) => readingOf(await streams.read?.(file, dialect)),
};

/** What a program sees of an answer: its text, the calls that it can run, or that it failed. */
export function readingOf(read: Consumed | undefined): unknown {
  if (read === undefined || !read.ok || isFailed(read.stop)) return { ok: false };
  const calls = read.calls.flatMap(({ name, arguments: args }) => {
    const input = inputOf(args);
    return input === undefined ? [] : [{ name, arguments: input }];
  });
  return { ok: true, text: read.text + (read.refusal ?? ""), calls };
}

// The free text of a custom tool stands in an argument where there are functions alone, and so does what is no JSON.
function inputOf(text: string): Json | undefined {
  const input = parsed(text || "{}");
  if (isObject(input) && input.INVALID_JSON !== undefined) return undefined;
  if (!isObject(input) || typeof input.input !== "string" || Object.keys(input).length > 1) return input;
  return input.input;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// The helper for Responses resolves although the answer failed.
function isFailed(stop: string | null): boolean {
  return stop === "failed";
}

/** A file is `{ status, body }`. The status and the message are common to all dialects; codes are each provider's own. */
const errors: Concept = {
  dialects: TALKING,
  meaning(file) {
    const { status, body } = file as unknown as ErrorFile;
    const error = isObject(body) ? body.error : undefined;
    const message = isObject(body) ? body.message : undefined;
    return { status, message: isObject(error) ? error.message : (error ?? message) };
  },
  translate(file, { from, to }) {
    const { status, body } = file as unknown as ErrorFile;
    const { status: reported, value } = createBridge({ client: to, provider: from }).error(status, body);
    return { value: { status: reported, body: value }, losses: [], changes: [] };
  },
  again(file, dialect) {
    return this.translate(file, { from: dialect, to: dialect }, NO_CASE);
  },
  violations(file, dialect) {
    const { status, body } = file as unknown as ErrorFile;
    return legality[dialect]?.error(status, body) ?? [];
  },
  read(file, dialect) {
    const { status, body } = file as unknown as ErrorFile;
    return sdkOf(dialect)?.parse(body as never, status);
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

interface ErrorFile {
  readonly status: number;
  readonly body: Json;
}

const NO_CASE = {} as ConversationCase;

function isError(file: Json): file is Json & ErrorFile {
  return isObject(file) && typeof file.status === "number" && file.body !== undefined;
}

// Who reads an answer has asked for it; what comes back in its own dialect passes under no profile.
function asked({ from, to }: Ends, each: ConversationCase): ReturnType<typeof createBridge> {
  const profile = each.profile === undefined || from === to ? {} : { profile: each.profile };
  const bridge = createBridge({ client: to, provider: from, providerModel: modelOf(from, each), ...profile });
  bridge.request(frameOf(to, each));
  return bridge;
}

function flow(file: string, ends: Ends, each: ConversationCase): Translated {
  const stream = asked(ends, each).stream();
  const value = stream.push(file) + stream.end();
  return { value, losses: stream.losses, changes: [] };
}

// OpenRouter is read like Chat.
function sdkOf(dialect: string): (typeof sdks)[string] | undefined {
  return sdks[dialect === "openrouter" ? "openai-chat" : dialect];
}

function recode(what: "request" | "response", body: Json, name: string): Translated {
  const dialect = findDialect(name);
  if (dialect?.[what] === undefined) throw new Error(`${name} has no ${what}`);
  const ledger = new Ledger({ from: name, to: name });
  const read = dialect[what].decode(body, new Report(ledger, "to_canonical"));
  const value = dialect[what].encode(read as never, new Report(ledger, "from_canonical"), CONTEXT);
  return { value: value as Json, losses: ledger.losses(), changes: [] };
}

const CONTEXT = { id: "0", created: 0, includeUsage: false };
