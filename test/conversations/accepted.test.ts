import type { Json, JsonObject } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../legal/index.ts";
import { sdks } from "../sdk/index.ts";
import { eventsOf } from "../sdk/traffic.ts";
import { haveSpecifications, validate } from "../specs/index.ts";
import { createBridge } from "../support/dynamic.ts";
import type { Json as PlainJson } from "../support/json.ts";
import { DIALECTS } from "./dialects.ts";
import { acceptedRequests, haveTraffic, recordedFor, responses, streams } from "./recorded.ts";

const haveSpecs = haveSpecifications();

/** Law 4 for conversations: what is written obeys the published rules, and the official SDKs read it. */
describe.skipIf(!haveTraffic)("accepted", () => {
  for (const from of DIALECTS) {
    for (const to of DIALECTS) {
      if (from === to) continue;

      it(`requests from ${from} by ${to}`, () => {
        const refused = recordedFor(acceptedRequests, from, to)
          .filter(({ body }) => !isContinued(body))
          .flatMap(({ id, body, model }) => {
            const { value } = createBridge({ client: from, provider: to, ...modelFor(body, model) }).request(body);
            const violations =
              legality[to]?.request(value).map(({ path, rule, message }) => `${path} ${rule} ${message}`) ?? [];
            // Hosted tools are newer than the specifications; the checkers of tools know them.
            const invalid = haveSpecs ? validate(to, "request", withoutHosted(value) as PlainJson) : [];
            return [...violations, ...invalid].map((problem) => `${id} ${problem}`.slice(0, 240));
          });
        expect(refused).toEqual([]);
      });

      it(`responses of ${from} by clients of ${to}`, async () => {
        const refused: string[] = [];
        for (const { id, body } of recordedFor(responses, from, to)) {
          const { value, status } = createBridge({ client: to, provider: from }).response(body);
          const problems =
            status === undefined ? (legality[to]?.response(value) ?? []) : (legality[to]?.error(status, value) ?? []);
          refused.push(...problems.map(({ path, rule, message }) => `${id} ${path} ${rule} ${message}`.slice(0, 240)));
          if (haveSpecs && status === undefined)
            refused.push(
              ...validate(to, "response", value as PlainJson).map((problem) => `${id} ${problem}`.slice(0, 240)),
            );
        }
        expect(refused).toEqual([]);
      });

      it(`streams of ${from} by clients of ${to}`, async () => {
        const refused: string[] = [];
        for (const { id, body } of recordedFor(streams, from, to)) {
          const stream = createBridge({ client: to, provider: from }).stream();
          const bytes = stream.push(body) + stream.end();
          const problems = legality[to]?.stream(bytes) ?? [];
          refused.push(...problems.map(({ path, rule, message }) => `${id} ${path} ${rule} ${message}`.slice(0, 240)));
          const read = await sdks[to]?.consume(bytes);
          // The newest SDK for this runtime, and the specification, do not know custom calls in streams yet.
          const unknown = to === "openai-chat" && bytes.includes('"type":"custom"');
          if (haveSpecs && stream.failure === undefined && !unknown)
            refused.push(...invalidEvents(to, bytes).map((problem) => `${id} ${problem}`.slice(0, 240)));
          if (read?.ok === false && !unknown && stream.failure === undefined)
            refused.push(`${id} ${read.error.message}`.slice(0, 240));
        }
        expect(refused).toEqual([]);
      });
    }
  }
});

// If a dialect has the model in its URL, the caller passes it.
function modelFor(body: Json, model: string | undefined): { providerModel?: string } {
  return "model" in (body as object) ? {} : { providerModel: model ?? "model" };
}

// What goes on from an answer that only its provider remembers cannot be complete anywhere else.
function isContinued(body: Json): boolean {
  return (body as { previous_response_id?: Json }).previous_response_id !== undefined;
}

function withoutHosted(body: JsonObject): JsonObject {
  const { tools } = body;
  if (!Array.isArray(tools)) return body;
  return {
    ...body,
    tools: tools.filter((tool) => ["function", "custom", undefined].includes((tool as { type?: string }).type)),
  };
}

// Deltas are all alike: a few of each kind are enough.
function invalidEvents(dialect: string, bytes: string): string[] {
  const seen = new Map<string, number>();
  return eventsOf(bytes).flatMap((event) => {
    const kind = Object.entries(event as JsonObject)
      .map(([key, value]) => (key === "type" ? value : key))
      .join();
    const times = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, times);
    return times > 3 ? [] : validate(dialect, "event", event);
  });
}
