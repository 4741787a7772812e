import { createBridge, findDialect, type Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { Ledger } from "../../packages/core/src/ledger.ts";
import { Report } from "../../packages/core/src/report.ts";
import { DIALECTS } from "./dialects.ts";
import { haveTraffic, requests, responses, streams } from "./recorded.ts";

/** Law 1: what is read and written in one dialect is what it was, unknown fields included. */
describe.skipIf(!haveTraffic)("identity", () => {
  for (const dialect of DIALECTS) {
    const of = <T extends { dialect: string }>(all: readonly T[]) => all.filter((each) => each.dialect === dialect);

    it(`${dialect}: requests pass a bridge as they are`, () => {
      for (const { id, body } of of(requests)) {
        const { value, losses, changes } = createBridge({ client: dialect, provider: dialect }).request(body);
        // Other servers of an API than its vendor's may refuse what goes without saying there.
        if (changes.every(({ rule }) => rule !== "item-type")) expect(value, id).toEqual(body);
        expect(losses, id).toEqual([]);
      }
    });

    it(`${dialect}: responses pass a bridge as they are`, () => {
      for (const { id, body } of of(responses)) {
        const { value, status } = createBridge({ client: dialect, provider: dialect }).response(body);
        if (status === undefined) expect(value, id).toEqual(body);
      }
    });

    it(`${dialect}: streams pass a bridge as they are`, () => {
      for (const { id, body } of of(streams)) {
        const stream = createBridge({ client: dialect, provider: dialect }).stream();
        const passed = stream.push(body) + stream.end();
        // Some say that they are done with an answer that they never finished.
        const kept = stream.failure?.code === "upstream_truncated" ? body.replace(/data: \[DONE\]\s*$/, "") : body;
        expect(passed.startsWith(kept), id).toBe(true);
      }
    });

    it(`${dialect}: requests are read and written by the codec without a difference`, () => {
      for (const { id, body } of of(requests)) expectSame(dialect, "request", body, id);
    });

    it(`${dialect}: responses are read and written by the codec without a difference`, () => {
      for (const { id, body } of of(responses)) expectSame(dialect, "response", body, id);
    });
  }
});

const CONTEXT = { id: "0", created: 0, includeUsage: false };

function expectSame(name: string, what: "request" | "response", body: Json, id: string): void {
  const dialect = findDialect(name);
  if (dialect === undefined) throw new Error(`there is no dialect ${name}`);
  const ledger = new Ledger({ from: name, to: name });
  if (!isReadable(body)) return;
  const read = dialect[what].decode(body, new Report(ledger, "to_canonical"));
  if ("failure" in read) return;
  const written = dialect[what].encode(read as never, new Report(ledger, "from_canonical"), CONTEXT);
  expect(written, id).toEqual(body);
  expect(ledger.losses(), id).toEqual([]);
}

// Two recordings show how providers refuse messages that are texts, and an unknown role.
function isReadable(body: Json): boolean {
  const { messages = [], contents = [] } = body as { messages?: readonly Json[]; contents?: readonly Json[] };
  const isKnown = (content: Json) => (content as { role?: Json }).role !== "invalid_role";
  return messages.every((message) => typeof message === "object") && contents.every(isKnown);
}
