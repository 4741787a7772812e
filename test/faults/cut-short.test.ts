import { describe, expect, it } from "vitest";
import {
  expectFailure,
  failed,
  readTranslatedStream,
  sdkOf,
  succeeded,
  translateStream,
} from "../known-failures/translate.ts";
import { DIALECTS, type DialectName, PAIRS } from "../known-failures/wire.ts";
import { writeStream } from "../known-failures/wire-streams.ts";
import { createBridge } from "../support/dynamic.ts";
import { byExtent } from "../support/extent.ts";
import { CONTENT } from "./content.ts";

/** How many frames a stream of each provider must have to be complete; what comes after is no part of the answer. */
function complete(provider: DialectName, all: readonly string[]): number {
  const last: Readonly<Partial<Record<DialectName, RegExp>>> = {
    "openai-chat": /"finish_reason":"/,
    openrouter: /"finish_reason":"/,
  };
  const found = all.findIndex((frame) => last[provider]?.test(frame) ?? false);
  return found < 0 ? all.length : found + 1;
}

/** The quick run cuts each stream in other places for each check, which together are all. */
const CUTS = byExtent({ quick: 3, sample: 1, all: 1 });

describe("law 8: a stream that is cut short ends with the client's error", () => {
  describe.each(PAIRS)("for a client of %s, from %s", (client, provider) => {
    const all = writeStream(provider, CONTENT);
    const end = complete(provider, all);

    it("after each of its events", async () => {
      for (let cut = 0; cut < end; cut += CUTS) {
        const bytes = translateStream(client, provider, all.slice(0, cut));
        await expectFailure(client, bytes);
      }
    });

    it("in the middle of each of its events", async () => {
      for (let cut = 1 % CUTS; cut < end; cut += CUTS) {
        const half = (all[cut] ?? "").slice(0, 12);
        const bytes = translateStream(client, provider, [...all.slice(0, cut), half]);
        expect(failed(client, bytes), bytes).toBe(true);
        expect(succeeded(client, bytes), bytes).toBe(false);
      }
    });

    it("when the connection breaks", async () => {
      for (let cut = 2 % CUTS; cut < end; cut += CUTS) {
        const stream = createBridge({ client, provider }).stream();
        const written = all.slice(0, cut).map((frame) => stream.push(frame));
        const bytes = written.join("") + stream.fail("the connection was reset");
        await expectFailure(client, bytes);
        expect(bytes).toContain("the connection was reset");
        expect(stream.push(all[cut] ?? "") + stream.end()).toBe("");
      }
    });

    it("but not when all of it is there", async () => {
      for (let cut = end; cut <= all.length; cut++) await readTranslatedStream(client, provider, all.slice(0, cut));
    });
  });

  describe.each(DIALECTS)("between %s and itself", (dialect) => {
    const all = writeStream(dialect, CONTENT);
    const end = complete(dialect, all);

    it("after each of its events", async () => {
      for (let cut = 0; cut < end; cut++) {
        const bytes = translateStream(dialect, dialect, all.slice(0, cut));
        // What says how the answer ends is kept back until it has ended.
        const passed = all.slice(0, cut).filter((frame) => !frame.includes('"stop_reason":"'));
        expect(bytes.startsWith(passed.join(""))).toBe(true);
        expect(failed(dialect, bytes), bytes).toBe(true);
        const read = await sdkOf(dialect).consume(bytes);
        expect(read.ok === false || read.stop === "failed", bytes).toBe(true);
      }
    });

    it("but not when all of it is there", async () => {
      for (let cut = end; cut <= all.length; cut++) {
        const whole = all.slice(0, cut).join("");
        // A server may forget the mark after the last event, which clients look for.
        const mark = all.slice(cut).filter((frame) => frame === "data: [DONE]\n\n");
        expect(translateStream(dialect, dialect, [whole])).toBe(whole + mark.join(""));
      }
    });
  });
});
