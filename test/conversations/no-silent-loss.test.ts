import { createBridge } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../legal/index.ts";
import { differences, isCovered } from "./difference.ts";
import { DIALECTS, haveTraffic, takenRequests } from "./recorded.ts";

/** Law 2: each difference between what was sent and what comes back from another dialect is told with its path. */
describe.skipIf(!haveTraffic)("no silent loss", () => {
  for (const from of DIALECTS) {
    for (const to of DIALECTS) {
      if (from === to) continue;
      it(`of a request from ${from} to ${to} and back`, () => {
        // What its own provider only takes by way of leniency is put right on the way back, and that is no loss.
        const legal = takenRequests.filter(
          ({ dialect, body }) => dialect === from && legality[from]?.request(body).length === 0,
        );
        const untold = legal.flatMap(({ id, body }) => {
          const there = createBridge({ client: from, provider: to }).request(body);
          const back = createBridge({ client: to, provider: from }).request(there.value);
          const told = [...there.losses, ...there.changes];
          return differences(body, back.value)
            .filter((difference) => !difference.path.startsWith("/tools") && !isCovered(difference, told))
            .map(({ path, sent, back: got }) =>
              `${id} ${path}: ${JSON.stringify(sent)} → ${JSON.stringify(got)}`.slice(0, 300),
            );
        });
        expect(untold).toEqual([]);
      });
    }
  }
});
