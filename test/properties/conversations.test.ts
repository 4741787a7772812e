import { type Change, type Json, stringifyJson } from "@toolglot/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { differences, isCovered } from "../conversations/difference.ts";
import { legality } from "../legal/index.ts";
import { createBridge } from "../support/dynamic.ts";
import { freeze } from "../support/json.ts";
import { contentReaders, type RequestContent } from "./content/index.ts";
import { conversation, greeting } from "./conversation.ts";
import { DIALECTS, type DialectName, type Fields, MODELS, PAIRS, TARGETS } from "./dialects.ts";
import { isExpectedDifference } from "./expected-differences.ts";
import { requests } from "./requests/index.ts";
import { holds } from "./runs.ts";
import { unreportedLosses } from "./unreported-losses.ts";

/** A request of the dialect; it must not be changed. */
function requestOf(dialect: DialectName): fc.Arbitrary<Fields> {
  return conversation.map((each) => freeze(requests[dialect](each)));
}

function translate(client: DialectName, provider: DialectName, body: Json, model = MODELS[provider]) {
  return createBridge({ client, provider, providerModel: model }).request(body);
}

/** On the way back a schema stays what it has become: whatever a second lowering does is not the first one's. */
function translateBack(client: DialectName, provider: DialectName, body: Json, { model }: Fields) {
  const providerModel = typeof model === "string" ? model : MODELS[provider];
  return createBridge({ client, provider, providerModel, profile: "passthrough" }).request(body);
}

// If the model is in the URL, the legality check gets it.
function violations(dialect: DialectName, body: Json, model = MODELS[dialect]): string[] {
  const addressed = dialect === "gemini" ? { ...(body as Fields), model } : body;
  return (legality[dialect]?.request(addressed) ?? []).map(({ path, rule, message }) => `${path} ${rule} ${message}`);
}

describe.each(DIALECTS)("requests made up for %s", (dialect) => {
  it("are legal", () => holds(requestOf(dialect), 60, (body) => expect(violations(dialect, body)).toEqual([])));
});

describe.each(PAIRS)("a request from %s to %s", (from, to) => {
  it("is accepted by every model, and the same every time", () =>
    holds(fc.tuple(requestOf(from), fc.constantFrom(...TARGETS[to])), 30, ([body, model]) => {
      const { value } = translate(from, to, body, model);
      expect(violations(to, value, model)).toEqual([]);
      expect(stringifyJson(translate(from, to, body, model).value)).toBe(stringifyJson(value));
    }));

  it("keeps all content, in the same order", () =>
    holds(requestOf(from), 25, (body) => {
      const { value, losses, changes } = translate(from, to, body);
      const reported = [...losses, ...changes];
      expect(unreportedLosses(contentReaders[from](body), contentReaders[to](value as Fields), reported)).toEqual([]);
    }));

  it("loses no content of plain texts and instructions", () =>
    holds(greeting, 15, (said) => {
      const { losses } = translate(from, to, freeze(requests[from](said)));
      expect(losses.filter(({ level }) => level === "content")).toEqual([]);
    }));

  it("round-trips, except for what is reported", () =>
    holds(requestOf(from), 25, (body) => {
      const there = translate(from, to, body);
      const back = translateBack(to, from, there.value, body);
      const reported = [...there.losses, ...there.changes];
      const unreported = differences(settingsOf(body), settingsOf(back.value as Fields), reported).filter(
        (each) =>
          !isCovered(each, reported) && !isExpectedDifference(each, [from, to], [...back.losses, ...back.changes]),
      );
      expect(unreported.map(({ path, sent, back: got }) => `${path}: ${show(sent)} → ${show(got)}`)).toEqual([]);
      const sent = withoutBlanks(contentReaders[from](body), back.changes);
      expect(unreportedLosses(sent, contentReaders[from](back.value as Fields), reported)).toEqual([]);
    }));
});

// Blank texts are dropped, with a report, on the way back to a dialect that refuses them.
function withoutBlanks(content: RequestContent, changes: readonly Change[]): RequestContent {
  if (!changes.some(({ rule }) => rule === "empty-text" || rule === "empty-message")) return content;
  return { ...content, texts: content.texts.filter(({ text }) => text.trim() !== "") };
}

/** Everything but the messages, which may be joined and divided and are therefore compared by their content. */
function settingsOf(body: Fields): Fields {
  return Object.fromEntries(Object.entries(body).filter(([key]) => !CONTENT.includes(key)));
}

const CONTENT = ["messages", "input", "contents", "system", "instructions", "systemInstruction", "system_instruction"];

function show(value: Json | undefined): string {
  return value === undefined ? "nothing" : stringifyJson(value).slice(0, 120);
}
