import { findDialect, isObject, type Json } from "@toolglot/core";
import { Ledger } from "../../packages/core/src/ledger.ts";
import { Report } from "../../packages/core/src/report.ts";
import { DIALECTS } from "../conversations/dialects.ts";
import { legality } from "../legal/index.ts";
import { type Consumed, sdks } from "../sdk/index.ts";
import { type Concept, type Ends, recode, type Translated } from "./concept.ts";
import type { ConversationCase } from "./conversation-cases.ts";
import { createBridge } from "./dynamic.ts";
import { frameOf, modelOf } from "./frames.ts";

/** A file is a body; `{ status, body }` where the answer is an error that also says so by its status. */
export const responses: Concept = {
  dialects: DIALECTS,
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

export const streams: Concept = {
  dialects: DIALECTS,
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
export const errors: Concept = {
  dialects: DIALECTS,
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
