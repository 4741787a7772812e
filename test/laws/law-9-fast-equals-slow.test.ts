import type { FastOption, Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { caseRequests, caseResponses, type Example } from "../conversations/case-examples.ts";
import { DIALECTS } from "../conversations/dialects.ts";
import { haveTraffic, type Recorded, requests, responses, streams } from "../conversations/recorded.ts";
import { conversation } from "../properties/conversation.ts";
import { type DialectName, DIALECTS as MADE_UP, PAIRS } from "../properties/dialects.ts";
import { requests as requestsOf } from "../properties/requests/index.ts";
import { responses as responsesOf } from "../properties/responses/index.ts";
import { holds } from "../properties/runs.ts";
import { script } from "../properties/script.ts";
import { streams as streamsOf } from "../properties/streams/index.ts";
import { toolSchemas } from "../properties/tool-schemas.ts";
import { convertTools, createBridge } from "../support/dynamic.ts";
import { PROFILES, TARGETS } from "../support/engine.ts";
import { byExtent, dealt, isDrawn, someOf } from "../support/extent.ts";
import { expectSame, SWITCHES, type Switch, switchesThatMatter, type Translate } from "./fast-paths.ts";
import { lawTools } from "./run.ts";

// Law 9: every fast path can be switched off; bytes, losses and changes are the same without it.

/** Tools are neither parts nor frames, and each is translated once. */
const TOOL_SWITCHES = SWITCHES.filter(({ name }) => !["plainParts", "frameTemplates", "bodyCache"].includes(name));

describe("tools of the corpus are the same without fast paths", () => {
  const tools = lawTools();

  it.each(TARGETS.map((target, place) => ({ ...target, place })))("for $id", ({ dialect: to, variant, place }) => {
    const profiles = byExtent({ quick: ["native", "strict"], sample: ["native", "strict"], all: PROFILES });
    const cases = dealt(tools, place).flatMap(({ id, tool }) =>
      profiles.map((profile) => ({ id: `${id} ${profile}`, tool, profile })),
    );
    const way = variant === undefined ? {} : { variant };
    const translate = ({ tool, profile }: (typeof cases)[number]): Translate => {
      return (fast) => outcomeOf(convertTools([tool], { from: "mcp", to, profile, ...way, fast }));
    };
    expect(differing(cases, translate, TOOL_SWITCHES)).toEqual([]);
  });
});

describe.each(TARGETS)("made up at random, for $id,", (target) => {
  const { dialect: to, variant } = target;
  const way = variant === undefined ? {} : { variant };
  const profiles = ["native", "strict", "portable"].filter((_, place) => isDrawn(3, TARGETS.indexOf(target), place));

  it.each(profiles)("tools are the same without fast paths: %s", (profile) =>
    holds(toolSchemas, 120, (inputSchema) => {
      const tool = { name: "made_up", inputSchema };
      const translate: Translate = (fast) =>
        withArguments(convertTools([tool], { from: "mcp", to, profile, ...way, fast }));
      expectSame(translate, TOOL_SWITCHES);
    }),
  );
});

/** The quick run tries each dialect with another, on each side. */
const pairs = DIALECTS.flatMap((from, row) =>
  DIALECTS.filter((_, column) => isDrawn(5, row, column)).map((to) => [from, to] as const),
);

describe.skipIf(!haveTraffic)("recorded traffic is the same without fast paths", () => {
  it.each(pairs)("requests of %s for %s", (client, provider) => {
    const translate = ({ body }: Recorded<Json>): Translate => {
      return (fast) => outcomeOf(createBridge({ client, provider, fast }).request(body));
    };
    expect(differing(chosen(requests, client, provider), translate)).toEqual([]);
  });

  it.each(pairs)("responses of %s for %s", (provider, client) => {
    const translate = ({ body }: Recorded<Json>): Translate => {
      return (fast) => outcomeOf(createBridge({ client, provider, fast }).response(body));
    };
    expect(differing(chosen(responses, provider, client), translate)).toEqual([]);
  });

  it.each(pairs)("streams of %s for %s", (provider, client) => {
    const translate = ({ body }: Recorded<string>): Translate => {
      return (fast) => streamed(client, provider, body, fast);
    };
    expect(differing(chosen(streams, provider, client), translate)).toEqual([]);
  });
});

describe("Rosetta cases are the same without fast paths", () => {
  const ofDialect = (examples: readonly Example[], dialect: string) => {
    const own = examples.filter((each) => each.dialect === dialect);
    expect(own.length).toBeGreaterThan(5);
    return someOf(own, 10);
  };

  it.each(pairs)("requests of %s for %s", (client, provider) => {
    const translate = ({ body, models }: Example): Translate => {
      const model = models === undefined ? {} : { providerModel: models(provider) };
      return (fast) => outcomeOf(createBridge({ client, provider, ...model, fast }).request(body));
    };
    expect(differing(ofDialect(caseRequests, client), translate)).toEqual([]);
  });

  it.each(pairs)("responses of %s for %s", (provider, client) => {
    const translate = ({ body }: Example): Translate => {
      return (fast) => outcomeOf(createBridge({ client, provider, fast }).response(body));
    };
    expect(differing(ofDialect(caseResponses, provider), translate)).toEqual([]);
  });
});

describe.each(PAIRS)("made up at random, from %s to %s,", (from, to) => {
  it("requests are the same without fast paths", () =>
    holds(conversation, 4, (each) => {
      const body = requestsOf[from](each);
      expectSame((fast) => outcomeOf(createBridge({ client: from, provider: to, fast }).request(body)));
    }));

  it("responses are the same without fast paths", () =>
    holds(script, 4, (each) => {
      const body = responsesOf[from].write(each);
      expectSame((fast) => outcomeOf(createBridge({ client: to, provider: from, fast }).response(body)));
    }));

  it("streams are the same without fast paths", () =>
    holds(script, 4, (each) => {
      const { body } = streamsOf[from](each);
      expectSame((fast) => streamed(to, from, body, fast));
    }));
});

it("is tried with every dialect that holds conversations", () => {
  expect([...MADE_UP].toSorted()).toEqual([...DIALECTS].toSorted());
});

/** How many recordings of a dialect are translated to each other one. */
const SAMPLE = byExtent({ quick: 1, sample: 6, all: Number.POSITIVE_INFINITY });

// Another part of the recordings for every target, so that a sample sees many of them.
function chosen<T>(recorded: readonly Recorded<T>[], dialect: string, target: string): Recorded<T>[] {
  const own = recorded.filter((each) => each.dialect === dialect);
  const step = Math.max(1, Math.floor(own.length / SAMPLE));
  const offset = (DIALECTS as readonly string[]).indexOf(target);
  return own.filter((_, index) => (index + offset) % step === 0);
}

function differing<T extends { readonly id: string }>(
  items: readonly T[],
  translate: (item: T) => Translate,
  switches: readonly Switch[] = SWITCHES,
): string[] {
  return items.flatMap((item) => switchesThatMatter(translate(item), switches).map((name) => `${item.id}: ${name}`));
}

function outcomeOf({ value, losses, changes }: Outcome): Outcome {
  return { value, losses, changes };
}

// The lenses are compared by what they do: to arguments of the source, and to what a model might write.
function withArguments(converted: ReturnType<typeof convertTools>): unknown {
  const { lower, lift } = converted;
  const [, name = ""] = /"name":"(\w+)"/.exec(JSON.stringify(converted.value)) ?? [];
  const lowered = ARGUMENTS.map((each) => lower("made_up", each));
  return { ...outcomeOf(converted), lowered, lifted: [...ARGUMENTS, ...lowered].map((each) => lift(name, each)) };
}

const ARGUMENTS: readonly Json[] = [
  {},
  { a: null, b: "x", city: [1, null, { a: 1 }] },
  { a: { a: "x", b: null }, b: { value: 1 }, "a.b": "1", unknown: true },
];

interface Outcome {
  readonly value: unknown;
  readonly losses: unknown;
  readonly changes: unknown;
}

function streamed(client: string, provider: string, body: string, fast: FastOption): unknown {
  const stream = createBridge({ client: client as DialectName, provider: provider as DialectName, fast }).stream();
  const bytes = stream.push(body) + stream.end();
  const { losses, changes, failure, usage } = stream;
  return { bytes, losses, changes, failure, usage };
}
