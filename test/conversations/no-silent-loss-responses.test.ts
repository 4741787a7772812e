import { describe, expect, it } from "vitest";
import { recordedFor } from "./recorded.ts";
import { answers, DIALECTS, unreportedIn } from "./responses.ts";

/** Law 2 for unary responses: what comes back from another dialect differs only where that is reported with its path. */
describe("no silent loss", () => {
  for (const from of DIALECTS) {
    for (const to of DIALECTS) {
      if (from === to) continue;
      it(`of an answer from ${from} to ${to} and back`, () => {
        const own = recordedFor(answers, from, to);
        expect(own.length).toBeGreaterThan(0);
        expect(own.flatMap(({ id, body }) => unreportedIn(body, from, to).map((text) => `${id} ${text}`))).toEqual([]);
      });
    }
  }
});
