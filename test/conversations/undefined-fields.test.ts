// Programs write `name: undefined` where there is no name. JSON has no such field, so that nothing may depend on it.

import { createBridge, type DialectName, type Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { caseRequests, caseResponses, type Example } from "./case-examples.ts";
import { DIALECTS } from "./dialects.ts";

/** Fields of some objects, and one that no object has. */
const FIELDS = [
  "name",
  "description",
  "content",
  "tool_calls",
  "type",
  "id",
  "thoughtSignature",
  "cache_control",
  "zzz",
];

for (const from of DIALECTS)
  describe(`undefined fields in ${from}`, () => {
    for (const fast of [true, false]) {
      const path = fast ? "on the fast paths" : "on the reference path";
      it(`are absent in requests, ${path}`, () => expectAbsent(requestsOf(from), { from, fast, translate: request }));
      it(`are absent in responses, ${path}`, () =>
        expectAbsent(responsesOf(from), { from, fast, translate: response }));
    }
  });

interface Setting {
  readonly from: DialectName;
  readonly fast: boolean;
  readonly translate: (body: Json, ends: Ends) => unknown;
}

interface Ends {
  readonly from: DialectName;
  readonly to: DialectName;
  readonly fast: boolean;
  readonly model: string | undefined;
}

function expectAbsent(examples: readonly Example[], { translate, ...setting }: Setting): void {
  expect(examples).not.toHaveLength(0);
  for (const { id, body, models } of examples)
    for (const to of [setting.from, other(setting.from)]) {
      const ends = { ...setting, to, model: models?.(to) };
      expect(translate(withUndefined(body), ends), `${id} for ${to}`).toStrictEqual(translate(body, ends));
    }
}

// Passed through, and translated.
function other(dialect: DialectName): DialectName {
  return dialect === "anthropic" ? "gemini" : "anthropic";
}

function request(body: Json, { from, to, fast, model }: Ends): unknown {
  const providerModel = model === undefined ? {} : { providerModel: model };
  return outcome(() => createBridge({ client: from, provider: to, fast, ...providerModel }).request(body));
}

function response(body: Json, { from, to, fast }: Ends): unknown {
  return outcome(() => createBridge({ client: to, provider: from, fast }).response(body));
}

// Some cases are refused: then they are refused with undefined fields too.
function outcome(translate: () => { value: unknown; losses: unknown; changes: unknown }): unknown {
  try {
    const { value, losses, changes } = translate();
    return { value, losses, changes };
  } catch (error) {
    return String(error);
  }
}

function withUndefined(value: Json): Json {
  if (Array.isArray(value)) return value.map(withUndefined);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const absent = FIELDS.filter((field) => !Object.hasOwn(value, field)).map((field) => [field, undefined]);
  const own = Object.entries(value).map(([key, inner]) => [key, withUndefined(inner as Json)]);
  return Object.fromEntries([...own, ...absent]) as Json;
}

function requestsOf(dialect: string): readonly Example[] {
  return caseRequests.filter((example) => example.dialect === dialect);
}

function responsesOf(dialect: string): readonly Example[] {
  return caseResponses.filter((example) => example.dialect === dialect);
}
