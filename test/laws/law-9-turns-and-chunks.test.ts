import { BodyReader, createBridge, type FastOption, findDialect, type Json, ToolMemory } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { DIALECTS, haveTraffic, type Recorded, requests, streams } from "../conversations/recorded.ts";
import type { DialectName } from "../properties/dialects.ts";
import { type Switch, switchesThatMatter } from "./fast-paths.ts";

// Law 9 for the fast paths that remember: what earlier turns and frames have left behind changes nothing.

const pairs = DIALECTS.flatMap((from) => DIALECTS.map((to) => [from, to] as const));

const WITHOUT_TEMPLATES: readonly Switch[] = [{ name: "frameTemplates", fast: { frameTemplates: false } }];
const WITHOUT_CACHE: readonly Switch[] = [
  { name: "bodyCache", fast: { bodyCache: false } },
  { name: "all fast paths", fast: false },
];

describe.skipIf(!haveTraffic)("streams in chunks are the same without frame templates", () => {
  it.each(pairs)("from %s to %s", (provider, client) => {
    const found = some(streams, provider, 2).flatMap(({ id, body }) =>
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
    const found = some(requests, client, 4).flatMap(({ id, body }) => {
      const turns = turnsOf(body, client);
      return switchesThatMatter((fast) => conversation(turns, client, provider, fast), WITHOUT_CACHE).map(
        (name) => `${id}: ${name}`,
      );
    });
    expect(found).toEqual([]);
  });
});

/** The longest recordings of a dialect: short ones repeat nothing. */
function some<T>(recorded: readonly Recorded<T>[], dialect: string, count: number): Recorded<T>[] {
  const own = recorded.filter((each) => each.dialect === dialect);
  const sizes = new Map(own.map((each) => [each, JSON.stringify(each.body).length]));
  return own.toSorted((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0)).slice(0, count);
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
  const [tools = "", messages = ""] = findDialect(dialect)?.profile.conversation.repeatedLists ?? [];
  const fields = body as Readonly<Record<string, Json>>;
  const list = fields[messages];
  const declared = fields[tools];
  if (!Array.isArray(list)) return [body, body].map((each) => JSON.stringify(each));
  const lengths = [Math.ceil(list.length / 3), Math.ceil((2 * list.length) / 3), list.length, list.length];
  const turns = lengths.map((length) => ({ ...fields, [messages]: list.slice(0, length) }));
  const changed = Array.isArray(declared) ? [{ ...fields, [tools]: declared.slice(1) }] : [];
  return [...turns, ...changed].map((each) => JSON.stringify(each));
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
