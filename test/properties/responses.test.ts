import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../legal/index.ts";
import { createBridge } from "../support/dynamic.ts";
import { type DialectName, PAIRS } from "./dialects.ts";
import { responses } from "./responses/index.ts";
import { holds } from "./runs.ts";
import { script } from "./script.ts";
import { canonicalJson, canonicalJsonOf } from "./values.ts";

describe.each(PAIRS)("a whole response of %s for a client of %s", (provider, client) => {
  it("is legal, and has the same texts and calls", () =>
    holds(script, 12, (each) => {
      const { value } = createBridge({ client, provider }).response(responses[provider].write(each));
      expect(violations(client, value)).toEqual([]);
      expect(responses[client].textOf(value)).toBe(each.texts.join(""));
      const calls = responses[client].callsOf(value).map(([name, input]) => [name, canonicalArguments(input)]);
      expect(calls).toEqual(each.calls.map(({ name, input }) => [name, canonicalJson(input)]));
    }));
});

function canonicalArguments(input: Json | undefined): string {
  return typeof input === "string" ? canonicalJsonOf(input) : canonicalJson(input ?? {});
}

function violations(client: DialectName, response: Json): string[] {
  return (legality[client]?.response(response) ?? []).map(({ path, rule, message }) => `${path} ${rule} ${message}`);
}
