import type { Json, Translation } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../legal/index.ts";
import { createBridge } from "../support/dynamic.ts";
import { DIALECTS } from "./dialects.ts";
import { type Difference, differences, isCovered } from "./difference.ts";
import { acceptedRequests, haveTraffic, recordedFor } from "./recorded.ts";

/** Law 2: each difference between what was sent and what comes back from another dialect is reported with its path. */
describe.skipIf(!haveTraffic)("no silent loss", () => {
  for (const from of DIALECTS) {
    for (const to of DIALECTS) {
      if (from === to) continue;
      it(`of a request from ${from} to ${to} and back`, () => {
        // What its own provider only takes by way of leniency is put right on the way back, and that is no loss.
        const legal = recordedFor(acceptedRequests, from, to).filter(
          ({ body }) => legality[from]?.request(body).length === 0 && !isRedacted(body),
        );
        const unreported = legal.flatMap(({ id, body, model }) => {
          const there = createBridge({ client: from, provider: to }).request(body);
          const modelOption = model === undefined ? {} : { providerModel: model };
          const back = createBridge({ client: to, provider: from, ...modelOption }).request(there.value);
          const reported = [...there.losses, ...there.changes];
          return differences(body, back.value, reported)
            .filter((difference) => !difference.path.startsWith("/tools") && !isCovered(difference, reported))
            .filter((difference) => !isToldOnTheWayBack(difference, back))
            .map(({ path, sent, back: got }) =>
              `${id} ${path}: ${JSON.stringify(sent)} → ${JSON.stringify(got)}`.slice(0, 300),
            );
        });
        expect(unreported).toEqual([]);
      });
    }
  }
});

/** What one end names in its own way, under the names that ids have at the other. */
const IDS: ReadonlySet<string> = new Set(["id", "call_id", "tool_call_id", "tool_use_id"]);

// The way back speaks of places in what it was given, so that only the names of its losses lead to places in the source.
function isToldOnTheWayBack({ path }: Difference, { losses, changes }: Translation): boolean {
  const key = path.slice(path.lastIndexOf("/") + 1);
  if (IDS.has(key)) return changes.some(({ rule }) => rule === "call-id");
  const joined =
    /^\/(?:messages|contents|input)\//.test(path) && changes.some(({ rule }) => rule === "joined-messages");
  if (joined || (key === "$ref" && changes.some(({ rule }) => rule === "inline-ref"))) return true;
  return losses.some(({ feature }) => feature === key) || changes.some(({ path: place }) => place.endsWith(`/${key}`));
}

// Some recordings have redacted ids, which their own models would refuse.
function isRedacted(body: Json): boolean {
  return JSON.stringify(body).includes("REDACTED");
}
