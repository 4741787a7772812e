import { ConversionError, convertTools, createBridge, type JsonObject, type ProfileName } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { DIALECTS } from "../conversations/dialects.ts";
import type { DialectName } from "../properties/dialects.ts";
import { type CorpusTool, corpusTools, sample } from "../support/corpus.ts";
import { PROFILES } from "../support/engine.ts";
import { byExtent, isDrawn } from "../support/extent.ts";
import { switchesThatMatter } from "./fast-paths.ts";
import { translated } from "./repeated-requests.ts";

// Law 9 for tools that differ from earlier ones in their descriptions alone: they are translated as if they were the first, also where what
// a description says decides what becomes of it.

/** The dialects whose requests have templates. */
const CLIENTS = ["anthropic", "openai-chat", "openai-responses", "gemini"] as const;

const pairs = CLIENTS.flatMap((client, row) =>
  DIALECTS.filter((provider, column) => provider !== client && isDrawn(3, row, column + 1)).map((provider) => ({
    client,
    provider,
  })),
);

const SWITCHES = [
  { name: "templates", fast: { templates: false } },
  { name: "all fast paths", fast: false },
];

const TOOLS = sample(corpusTools(), byExtent({ quick: 18, sample: 60, all: 1500 })).filter(isConvertible);
/** How many tools one request has, and by how many of its descriptions its variants are. */
const IN_ONE = 3;
const VARIANTS = byExtent({ quick: 2, sample: 2, all: 6 });

describe("tools with other descriptions are the same without templates", () => {
  it.each(pairs)("from $client to $provider", ({ client, provider }) => {
    let repeated = 0;
    const groups = grouped(TOOLS);
    for (const [index, tools] of groups.entries()) {
      const profile = PROFILES[index % PROFILES.length] as ProfileName;
      const bodies = bodiesOf(requestIn(client, tools));
      const count = () => repeated++;
      const found = switchesThatMatter(
        (fast) => translated(bodies, { client, provider, profile }, fast, fast === true ? count : undefined),
        SWITCHES,
      );
      expect(found, tools.map(({ id }) => id).join(" ")).toEqual([]);
    }
    // Else nothing of this would be a template's.
    expect(repeated).toBeGreaterThan(groups.length);
  });
});

function isConvertible({ tool }: CorpusTool): boolean {
  try {
    return convertTools([tool], { from: "mcp", to: "openai-chat" }).value.length > 0;
  } catch (error) {
    if (error instanceof ConversionError) return false;
    throw error;
  }
}

function grouped(tools: readonly CorpusTool[]): CorpusTool[][] {
  return Array.from({ length: Math.ceil(tools.length / IN_ONE) }, (_, index) =>
    tools.slice(index * IN_ONE, (index + 1) * IN_ONE),
  );
}

function requestIn(client: DialectName, tools: readonly CorpusTool[]): JsonObject {
  const { value } = convertTools(
    tools.map(({ tool }) => tool),
    { from: "mcp", to: "openai-chat" },
  );
  const request = { model: "m", messages: [{ role: "user", content: "Go on" }], tools: value };
  if (client === "openai-chat") return request as unknown as JsonObject;
  return createBridge({ client: "openai-chat", provider: client }).request(request as never)
    .value as unknown as JsonObject;
}

/** The same request with a number in each description, again and again; then with other descriptions in some places. */
function bodiesOf(request: JsonObject): string[] {
  const text = JSON.stringify(request);
  const { length } = describedIn(text);
  const step = Math.max(1, Math.floor(length / VARIANTS));
  const bodies = Array.from({ length: 5 }, (_, number) => withDescriptions(text, (old) => `${number} ${old}`));
  for (let place = 0; place < length; place += step)
    for (const other of othersFor(place, text))
      bodies.push(withDescriptions(text, (old, index) => (index === place ? other : `9 ${old}`)));
  return bodies;
}

const DESCRIPTION = /"description":"((?:[^"\\]|\\.)*)"/g;

function describedIn(text: string): string[] {
  return Array.from(text.matchAll(DESCRIPTION), ([, old]) => JSON.parse(`"${old}"`) as string);
}

function withDescriptions(text: string, describe: (old: string, index: number) => unknown): string {
  let index = 0;
  return text.replace(DESCRIPTION, (_, old: string) => {
    return `"description":${JSON.stringify(describe(JSON.parse(`"${old}"`) as string, index++))}`;
  });
}

/** What the description in a place may be besides what it is. */
function othersFor(place: number, text: string): unknown[] {
  const all = describedIn(text).map((old) => `9 ${old}`);
  const other = all[(place + 1) % all.length] ?? "";
  return [
    ...[other, `${other} And more.`, other.slice(0, 4), "Ends with a stop.", "Ends so:\n", "(In parentheses)"],
    ...[
      "Optional. Defaults to 1.",
      " ",
      "",
      "half a \ud83d pair",
      'A \u{1f600}, a "quote", a \\ and a\ttab',
      "x".repeat(5000),
    ],
    ...["[Error] no such file", 5, null, { text: "not a text" }],
  ];
}
