import { isObject, type Json, type JsonObject } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../legal/index.ts";
import { sdks } from "../sdk/index.ts";
import { readConversationCases } from "../support/conversation-cases.ts";
import { createBridge } from "../support/dynamic.ts";
import { dealt } from "../support/extent.ts";
import { serverStreams } from "../support/real-servers.ts";
import { DIALECTS } from "./dialects.ts";
import { streams } from "./recorded.ts";

const CLIENTS = DIALECTS.filter((dialect) => dialect !== "openai-responses");

const cases = readConversationCases("streams").flatMap(({ name, files }): [string, string][] => {
  const body = files.get("openai-responses");
  return typeof body === "string" ? [[name, body]] : [];
});

const recorded = streams
  .filter(({ dialect }) => dialect === "openai-responses")
  .map(({ id, body }): [string, string] => [id, body]);

/** Streams that end, and whose ids name the same items from beginning to end. */
const steady = [...cases, ...recorded, ...serverStreams].filter(([, body]) => isSteady(eventsIn(body)));

type Change = (event: JsonObject, index: number) => JsonObject;

const without =
  (...keys: readonly string[]): Change =>
  (event) =>
    Object.fromEntries(Object.entries(event).filter(([key]) => !keys.includes(key)));

/** Encrypted reasoning is bound to its id, which travels with it: that one stays. */
const inItem =
  (change: (item: JsonObject) => JsonObject): Change =>
  (event) =>
    isObject(event.item) && event.item.type !== "reasoning" ? { ...event, item: change(event.item) } : event;

/** What servers leave out, or number in their own way; the ids or the indexes are left to know the items by. */
const CHANGES: Readonly<Record<string, Change>> = {
  "without output_index": without("output_index"),
  "with output_index 0 everywhere": (event) => ("output_index" in event ? { ...event, output_index: 0 } : event),
  "with another output_index in every event": (event, index) =>
    "output_index" in event ? { ...event, output_index: index % 3 } : event,
  "without item_id": without("item_id"),
  "without item_id and output_index": without("item_id", "output_index"),
  "without sequence_number": without("sequence_number"),
  "without the ids of items": (event) => inItem(without("id") as (item: JsonObject) => JsonObject)(event, 0),
  "with other ids in output_item.done": (event) =>
    event.type === "response.output_item.done"
      ? inItem((item) => ({ ...item, id: `${item.id}_done` }))(event, 0)
      : event,
  "with other ids in all events at an end": (event) =>
    typeof event.item_id === "string" && String(event.type).endsWith(".done")
      ? { ...event, item_id: `${event.item_id}_done` }
      : event,
  "with other ids in the complete answer": (event) => {
    const { response } = event;
    if (!isObject(response) || !Array.isArray(response.output)) return event;
    const output = response.output.map((item: Json) => (isObject(item) ? { ...item, id: `${item.id}_again` } : item));
    return { ...event, response: { ...response, output } };
  },
};

describe("an item of a Responses stream is known by its id, then by its index, then by its kind", () => {
  it("in streams of real servers and in the cases", () => expect(steady.length).toBeGreaterThan(0));

  it.each(Object.keys(CHANGES))("%s", (name) => {
    for (const [row, client] of CLIENTS.entries())
      for (const [id, body] of dealt(steady, row))
        expect(translated(client, changed(body, CHANGES[name] as Change)), `${id} → ${client}`).toBe(
          unchanged(client, body),
        );
  });

  it("without event lines", () => {
    for (const [row, client] of CLIENTS.entries())
      for (const [id, body] of dealt(steady, row))
        expect(translated(client, body.replaceAll(/^event: .*\r?\n/gm, "")), `${id} → ${client}`).toBe(
          unchanged(client, body),
        );
  });

  it.each([...serverStreams.keys()])("so that each call and text of %s is there once", (name) => {
    const events = eventsIn(serverStreams.get(name) ?? "");
    const { output } = (events.at(-1) as { response: { output: JsonObject[] } }).response;
    const { texts, calls } = chatMessage(translated("openai-chat", serverStreams.get(name) ?? ""));
    expect(calls).toEqual(output.filter(({ type }) => type === "function_call").map(({ arguments: text }) => text));
    expect(texts).toEqual(
      output.flatMap(({ content }) => (content as { text: string }[] | undefined) ?? []).map(({ text }) => text),
    );
  });
});

describe("a stream that passes within the dialect", () => {
  it.each([...serverStreams.keys()])("is numbered so that the official SDK reads each item of %s", async (name) => {
    const body = serverStreams.get(name) ?? "";
    const passed = translated("openai-responses", body);
    const calls = chatMessage(translated("openai-chat", body)).calls;
    const read = await sdks["openai-responses"]?.consume(passed);
    expect(read).toMatchObject({ ok: true });
    expect(read?.ok === true && read.calls.map(({ arguments: text }) => text)).toEqual(calls);
    const places = new Map(
      eventsIn(passed).flatMap(({ item, output_index: index }) => (isObject(item) ? [[item.id, index] as const] : [])),
    );
    expect([...places.values()]).toEqual([...places.keys()].map((_, index) => index));
  });

  it.each([1, 7, 1000, Number.POSITIVE_INFINITY])(
    "is written anew where its server leaves out what the SDK needs, in pieces of %d characters",
    (size) => {
      const [body] = [...serverStreams].filter(([name]) => name.includes("llamacpp")).map(([, text]) => text);
      if (body === undefined) return;
      for (const text of [body, body.replaceAll("\n", "\r\n")]) {
        const out = translated("openai-responses", text, size);
        expect(legality["openai-responses"]?.stream(out)).toEqual([]);
        expect(translated("openai-chat", out)).toBe(translated("openai-chat", body));
      }
    },
  );

  it("is left as it is, where it is numbered", () => {
    for (const [id, body] of [...cases, ...recorded]) {
      const out = translated("openai-responses", body);
      if (!/"type":"response\.failed"|upstream_truncated/.test(out))
        expect(out.startsWith(body.trimEnd()), id).toBe(true);
    }
  });
});

function translated(client: string, body: string, size = body.length): string {
  const stream = createBridge({ client, provider: "openai-responses" }).stream();
  let out = "";
  for (let at = 0; at < body.length; at += size) out += stream.push(body.slice(at, at + size));
  return out + stream.end();
}

const translations = new Map<string, string>();

// Every change is compared with the same translation.
function unchanged(client: string, body: string): string {
  const key = `${client} ${body}`;
  const known = translations.get(key) ?? translated(client, body);
  translations.set(key, known);
  return known;
}

function changed(body: string, change: Change): string {
  let index = 0;
  return body.replaceAll(/^data: ?(\{.*\})/gm, (_, json: string) => {
    return `data: ${JSON.stringify(change(JSON.parse(json) as JsonObject, index++))}`;
  });
}

function eventsIn(body: string): JsonObject[] {
  return [...body.matchAll(/^data: ?(\{.*\})/gm)].map(([, json]) => JSON.parse(json as string) as JsonObject);
}

function isSteady(events: readonly JsonObject[]): boolean {
  const ids = new Set(events.flatMap(({ item }) => (isObject(item) ? [item.id] : [])));
  const named = events.flatMap(({ item_id: id }) => (id === undefined ? [] : [id]));
  const added = events.filter(({ type }) => type === "response.output_item.added").length;
  return named.every((id) => ids.has(id)) && ids.size <= added;
}

function chatMessage(bytes: string): { texts: string[]; calls: string[] } {
  let text = "";
  const calls: string[] = [];
  for (const { choices } of eventsIn(bytes)) {
    const delta = (
      choices as { delta?: { content?: string; tool_calls?: { index: number; function: { arguments?: string } }[] } }[]
    )[0]?.delta;
    text += delta?.content ?? "";
    for (const call of delta?.tool_calls ?? [])
      calls[call.index] = (calls[call.index] ?? "") + (call.function.arguments ?? "");
  }
  return { texts: text === "" ? [] : [text], calls };
}
