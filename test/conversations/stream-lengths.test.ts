import { createBridge } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { DIALECTS } from "./dialects.ts";
import { haveTraffic, streams } from "./recorded.ts";

/** Law 9, for what a gateway estimates tokens by. */
describe.skipIf(!haveTraffic)("the length of a stream", () => {
  it.each(DIALECTS)("is the same with and without the fast paths, from %s", (provider) => {
    for (const { body } of streams.filter(({ dialect }) => dialect === provider))
      for (const client of DIALECTS) {
        const [slow, fast] = [false, true].map((isFast) => {
          const stream = createBridge({ client, provider, fast: isFast }).stream();
          stream.push(body);
          stream.end();
          return { characters: stream.characters, progress: stream.progress };
        });
        expect(fast).toEqual(slow);
      }
  });
});
