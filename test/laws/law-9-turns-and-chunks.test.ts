import {
  BodyReader,
  ConversionError,
  createBridge,
  type FastOption,
  findDialect,
  isObject,
  type Json,
  type JsonObject,
  ToolMemory,
} from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { DIALECTS } from "../conversations/dialects.ts";
import { haveTraffic, type Recorded, requests, streams } from "../conversations/recorded.ts";
import type { DialectName } from "../properties/dialects.ts";
import { byExtent, isDrawn } from "../support/extent.ts";
import { type Switch, switchesThatMatter } from "./fast-paths.ts";

// Law 9 for the fast paths that remember: what earlier turns and frames have left behind changes nothing.

/** The quick run tries each dialect with another, on each side. */
const pairs = DIALECTS.flatMap((from, row) =>
  DIALECTS.filter((_, column) => isDrawn(5, row, column)).map((to) => [from, to] as const),
);

const WITHOUT_TEMPLATES: readonly Switch[] = [{ name: "frameTemplates", fast: { frameTemplates: false } }];
const WITHOUT_CACHE: readonly Switch[] = [
  { name: "bodyCache", fast: { bodyCache: false } },
  { name: "all fast paths", fast: false },
];

describe.skipIf(!haveTraffic)("streams in chunks are the same without frame templates", () => {
  it.each(pairs)("from %s to %s", (provider, client) => {
    const found = some(streams, provider, byExtent({ quick: 1, sample: 2, all: 2 })).flatMap(({ id, body }) =>
      [1, 2, 3, 7, 64, 1000].flatMap((size) =>
        switchesThatMatter(
          (fast) => streamed(client, provider, chunksOf(body.slice(0, 20_000), size), fast),
          WITHOUT_TEMPLATES,
        ).map((name) => `${id} in chunks of ${size}: ${name}`),
      ),
    );
    expect(found).toEqual([]);
  });
});

describe.skipIf(!haveTraffic)("the turns of a conversation are the same without what earlier ones left behind", () => {
  it.each(pairs)("from %s to %s", (client, provider) => {
    const found = some(requests, client, byExtent({ quick: 1, sample: 4, all: 4 })).flatMap(({ id, body }) => {
      const turns = turnsOf(body, client);
      return switchesThatMatter((fast) => conversation(turns, client, provider, fast), WITHOUT_CACHE).map(
        (name) => `${id}: ${name}`,
      );
    });
    expect(found).toEqual([]);
  });
});

it("is tried with turns and streams of every dialect", () => {
  if (!haveTraffic) return;
  for (const dialect of DIALECTS)
    expect([some(requests, dialect, 1).length, some(streams, dialect, 1).length]).toEqual([1, 1]);
});

/** The longest recordings of a dialect: short ones repeat nothing. Where nobody has recorded any, those of another are translated. */
function some<T extends Json>(recorded: readonly Recorded<T>[], dialect: DialectName, count: number): Recorded<T>[] {
  const known = recorded.filter((each) => each.dialect === dialect);
  const own =
    known.length > 0 ? known : recorded.filter((each) => each.dialect === "anthropic").flatMap(translatedTo(dialect));
  const sizes = new Map(own.map((each) => [each, JSON.stringify(each.body).length]));
  return own.toSorted((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0)).slice(0, count);
}

/** A recording in another dialect; none if its own provider had refused it. */
function translatedTo(dialect: DialectName): <T extends Json>(recording: Recorded<T>) => Recorded<T>[] {
  return (recording) => {
    try {
      return [{ ...recording, body: translated(recording.body, dialect) as never }];
    } catch (error) {
      if (error instanceof ConversionError) return [];
      throw error;
    }
  };
}

function translated(body: Json, dialect: DialectName): unknown {
  if (typeof body !== "string") return createBridge({ client: "anthropic", provider: dialect }).request(body).value;
  const stream = createBridge({ client: dialect, provider: "anthropic" }).stream();
  return stream.push(body) + stream.end();
}

function chunksOf(text: string, size: number): string[] {
  const chunks: string[] = [];
  for (let at = 0; at < text.length; at += size) chunks.push(text.slice(at, at + size));
  return chunks;
}

function streamed(client: DialectName, provider: DialectName, chunks: readonly string[], fast: FastOption): unknown {
  const stream = createBridge({ client, provider, fast }).stream();
  const bytes = chunks.map((chunk) => stream.push(chunk)).join("") + stream.end();
  const { losses, changes, failure, usage } = stream;
  return { bytes, losses, changes, failure, usage };
}

/** The request as it was after each third of its messages, and the last one once more with other tools. */
function turnsOf(body: Json, dialect: string): string[] {
  const messages = findDialect(dialect)?.profile.conversation.repeatedLists?.at(-1) ?? "";
  const fields = body as JsonObject;
  const list = fields[messages];
  if (!Array.isArray(list)) return [body, body].map((each) => JSON.stringify(each));
  const lengths = [Math.ceil(list.length / 3), Math.ceil((2 * list.length) / 3), list.length, list.length];
  const turns = lengths.map((length) => ({ ...fields, [messages]: list.slice(0, length) }));
  return [...turns, ...withOtherTools(fields)].map((each) => JSON.stringify(each));
}

function withOtherTools({ tools, toolConfig, ...fields }: JsonObject): JsonObject[] {
  if (Array.isArray(tools)) return [{ ...fields, tools: tools.slice(1) }];
  return isObject(toolConfig)
    ? [{ ...fields, ...withOtherTools(toolConfig).map((config) => ({ toolConfig: config }))[0] }]
    : [];
}

/** All turns by one reader, one memory and one bridge; what one of them refuses is an outcome too. */
function conversation(turns: readonly string[], client: DialectName, provider: DialectName, fast: FastOption): unknown {
  const reader = new BodyReader({ fast });
  const bridge = createBridge({ client, provider, fast, memory: new ToolMemory() });
  return turns.map((turn) => {
    try {
      const { value, losses, changes } = bridge.request(reader.read(turn));
      return { value, losses, changes };
    } catch (error) {
      return String(error);
    }
  });
}
