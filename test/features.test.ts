import * as core from "@toolglot/core";
import * as dialects from "@toolglot/core/dialects";
import { anthropic, openaiChat } from "@toolglot/core/dialects";
import * as features from "@toolglot/core/features";
import {
  clientTools,
  passthrough,
  pausedTurns,
  promptCaching,
  schemaSubsets,
  storedReasoning,
  toolSearch,
} from "@toolglot/core/features";
import * as mini from "@toolglot/core/mini";
import { describe, expect, it } from "vitest";
import { caseRequests, caseResponses, caseStreams } from "./conversations/case-examples.ts";
import { DIALECTS } from "./conversations/dialects.ts";
import { readCases } from "./support/rosetta.ts";

const VALUES = Object.fromEntries(Object.values(dialects).map((dialect) => [dialect.id, dialect]));
type Name = (typeof DIALECTS)[number];

/** Those whose bundle is measured, with all cases; then each dialect with the next one, with some. */
const PAIRS: readonly (readonly [Name, Name])[] = [
  ["anthropic", "openai-chat"],
  ["openai-chat", "anthropic"],
  ...DIALECTS.map((client, place) => [client, DIALECTS[(place + 1) % DIALECTS.length] ?? client] as const),
];
const isMeasured = (pair: readonly [Name, Name]) =>
  pair.every((name) => name === "anthropic" || name === "openai-chat");
const ofPair = <T>(cases: readonly T[], pair: readonly [Name, Name]) =>
  cases.filter((_, place) => isMeasured(pair) || place % 5 === 0);

/** Every dialect, whose own subset of JSON Schema is no feature. */
const TARGETS = Object.values(dialects);

type Bridge = ReturnType<typeof core.createBridge>;
type Run = (bridge: Bridge) => unknown;

function byValue([client, provider]: readonly [Name, Name], given?: mini.Features): Bridge {
  const ends = { client: VALUES[client] ?? anthropic, provider: VALUES[provider] ?? anthropic };
  return mini.createBridge(given === undefined ? ends : { ...ends, features: given }) as unknown as Bridge;
}

function byName([client, provider]: readonly [Name, Name]): Bridge {
  return core.createBridge({ client, provider }) as unknown as Bridge;
}

/** What a translation gives, or the error that it ends with. */
function outcome(work: () => unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(work()) ?? "null");
  } catch (error) {
    if (error instanceof mini.MissingFeature) return error;
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

/** Compares a translation with and without features; returns the feature that was missing. */
function compare(pair: readonly [Name, Name], run: Run, name: string): string | undefined {
  const expected = outcome(() => run(byName(pair)));
  expect(
    outcome(() => run(byValue(pair, features))),
    name,
  ).toEqual(expected);
  const without = outcome(() => run(byValue(pair)));
  if (without instanceof mini.MissingFeature) return without.feature;
  expect(without, name).toEqual(expected);
  return undefined;
}

const pick = ({ value, losses, changes }: { value: unknown; losses: unknown; changes: unknown }) => ({
  value,
  losses,
  changes,
});

describe("without features", () => {
  it.each(PAIRS)("requests of %s to %s are translated in the same way, or name what is missing", (...pair) => {
    const requests = ofPair(
      caseRequests.filter(({ dialect }) => dialect === pair[0]),
      pair,
    );
    const missing = requests.map(({ id, body }) => compare(pair, (bridge) => pick(bridge.request(body as never)), id));
    const needed = new Set(missing.filter((name) => name !== undefined));
    expect([...needed].filter((name) => name !== "schemaSubsets" && name !== "clientTools")).toEqual([]);
    expect(missing.filter((name) => name === undefined).length / missing.length).toBeGreaterThan(0.75);
  });

  it.each(PAIRS)("responses and streams to %s of %s need none", (...pair) => {
    const responses = ofPair(
      caseResponses.filter(({ dialect }) => dialect === pair[1]),
      pair,
    );
    const streams = ofPair(
      caseStreams.filter(({ dialect }) => dialect === pair[1]),
      pair,
    );
    const missing = [
      ...responses.map(({ id, body }) => compare(pair, (bridge) => pick(bridge.response(body as never)), id)),
      ...streams.map(({ id, body }) =>
        compare(
          pair,
          (bridge) => {
            const stream = bridge.stream();
            return [stream.push(body), stream.end(), stream.losses, stream.changes];
          },
          id,
        ),
      ),
    ];
    expect(missing.length).toBeGreaterThan(isMeasured(pair) ? 50 : 5);
    expect(missing.filter((each) => each !== undefined)).toEqual([]);
  });

  it.each(TARGETS)("tools are translated to $id in the same way, or name what is missing", (to) => {
    for (const { name, files } of readCases("tools")) {
      const tools = files.get("mcp");
      if (tools === undefined) continue;
      const convert = (given?: mini.Features) =>
        outcome(() =>
          pick(
            mini.convertTools(
              tools,
              given === undefined ? { from: dialects.mcp, to } : { from: dialects.mcp, to, features: given },
            ),
          ),
        );
      const expected = outcome(() => pick(core.convertTools(tools, { from: "mcp", to: to.id })));
      expect(convert(features), name).toEqual(expected);
      const without = convert();
      if (!(without instanceof mini.MissingFeature)) expect(without, name).toEqual(expected);
    }
  });
});

const ENDS = { client: anthropic, provider: openaiChat };
const REQUEST = { model: "m", max_tokens: 9, messages: [{ role: "user", content: "hi" }] };
const TOOL = { name: "now", input_schema: { type: "object", properties: {} } };

const USAGE = { input_tokens: 1, output_tokens: 1 };
const PAUSED = { id: "msg_1", type: "message", role: "assistant", model: "m", stop_reason: "pause_turn", usage: USAGE };
const PAUSED_STREAM = [
  { type: "message_start", message: { ...PAUSED, stop_reason: null, content: [] } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "wait" } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "pause_turn" }, usage: USAGE },
  { type: "message_stop" },
]
  .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  .join("");

describe("plain requests need no feature", () => {
  const image = { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" };
  const properties = {
    city: { $ref: "#/$defs/City" },
    days: { type: ["integer", "null"], minimum: 1 },
    units: { anyOf: [{ enum: ["metric", "imperial"] }, { type: "null" }], default: null },
  };
  const input_schema = {
    type: "object",
    properties,
    required: ["city"],
    additionalProperties: false,
    $defs: { City: { type: "object", properties: { name: { type: "string", pattern: "^[A-Z]" } } } },
  };
  const body = {
    ...REQUEST,
    model: "claude-sonnet-4-5",
    system: "Be brief.",
    temperature: 0.5,
    tools: [
      { name: "weather", description: "The weather", input_schema },
      { name: "now", input_schema: { type: "object" } },
    ],
    tool_choice: { type: "tool", name: "weather" },
    messages: [
      {
        role: "user",
        content: [
          { type: "image", source: image },
          { type: "text", text: "What is this?" },
        ],
      },
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "now", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "noon" }] },
    ],
  };

  it.each(Object.values(VALUES).filter(({ id }) => (DIALECTS as readonly string[]).includes(id) && id !== "anthropic"))(
    "of $id",
    (provider) => {
      const there = mini.createBridge({ client: anthropic, provider }).request(body as never);
      const expected = core.createBridge({ client: "anthropic", provider: provider.id }).request(body as never);
      expect(pick(there)).toEqual(pick(expected));
      const back = mini.createBridge({ client: provider, provider: anthropic }).request(there.value as never);
      expect(back.value.tools?.[0]).toMatchObject({ name: "weather" });
    },
  );
});

describe("a missing feature is named", () => {
  const ENTRY = "@toolglot/core/features";
  const importing = (name: string) =>
    `needs the feature ${name}: import { ${name} } from "${ENTRY}" and pass features: { ${name} }`;

  it.each([
    [{ passthrough }, "a bridge within one dialect", { provider: anthropic }],
    [{ storedReasoning }, "the option providerName", { providerName: "a" }],
    [{ toolSearch, pausedTurns }, "the option emulateToolSearch", { emulateToolSearch: { moreThan: 1 } }],
    [{ promptCaching }, "the option caching", { caching: {} }],
  ])("%o, when the bridge is made", (needed, purpose, options) => {
    const [name = ""] = Object.keys(needed);
    const given = { ...ENDS, ...options } as typeof ENDS;
    expect(() => mini.createBridge(given)).toThrow(`${purpose} ${importing(name)}`);
    expect(mini.createBridge({ ...given, features: needed })).toBeDefined();
  });

  it("schemaSubsets, where a profile needs it", () => {
    const bridge = mini.createBridge({ ...ENDS, profile: "strict" });
    expect(() => bridge.request({ ...REQUEST, tools: [TOOL] } as never)).toThrow(
      `the profile strict ${importing("schemaSubsets")}`,
    );
  });

  it("schemaSubsets, where a tool asks for a strict mode, even if tools that are refused are left out", () => {
    const tools = [{ ...TOOL, strict: true }];
    expect(() => mini.createBridge(ENDS).request({ ...REQUEST, tools } as never)).toThrow(mini.MissingFeature);
    expect(() => mini.convertTools(tools, { from: anthropic, to: openaiChat, onInvalid: "skip" })).toThrow(
      importing("schemaSubsets"),
    );
  });

  it("schemaSubsets, where a property's name is not accepted", () => {
    const parameters = { type: "object", properties: { "a b": { type: "string" } } };
    const tools = [{ type: "function", function: { name: "now", parameters } }];
    expect(() => mini.convertTools(tools, { from: openaiChat, to: anthropic })).toThrow(importing("schemaSubsets"));
  });

  it("schemaSubsets, where a response has a schema", () => {
    const format = { type: "json_schema", schema: { type: "object", properties: {} } };
    expect(() => mini.createBridge(ENDS).request({ ...REQUEST, output_config: { format } } as never)).toThrow(
      importing("schemaSubsets"),
    );
  });

  it("schemaSubsets, and no longer once it is there", () => {
    const tools = [{ ...TOOL, input_schema: { type: "dict", properties: {} } }];
    expect(() => mini.convertTools(tools, { from: anthropic, to: openaiChat })).toThrow(importing("schemaSubsets"));
    const features = { schemaSubsets };
    expect(mini.convertTools(tools, { from: anthropic, to: openaiChat, features }).losses).toHaveLength(1);
  });

  it("clientTools, where the provider lacks a tool that the client runs", () => {
    const body = { ...REQUEST, tools: [{ type: "bash_20250124", name: "bash" }] };
    expect(() => mini.createBridge(ENDS).request(body as never)).toThrow(`the tool bash ${importing("clientTools")}`);
    const { value } = mini.createBridge({ ...ENDS, features: { clientTools } }).request(body as never);
    expect(value).toMatchObject({ tools: [{ function: { name: "bash" } }] });
  });

  it("pausedTurns, where the provider pauses a turn that the client cannot continue", () => {
    const ends = { client: openaiChat, provider: anthropic };
    const request = { model: "m", messages: [{ role: "user", content: "hi" }] };
    const content = [{ type: "text", text: "wait" }];
    const paused = { ...PAUSED, content };
    const without = mini.createBridge(ends);
    without.request(request as never);
    expect(() => without.response(paused as never)).toThrow(importing("pausedTurns"));
    expect(() => without.stream().push(PAUSED_STREAM)).toThrow(importing("pausedTurns"));
    const having = mini.createBridge({ ...ends, features: { pausedTurns } });
    having.request(request as never);
    expect(having.response(paused as never).paused?.request.messages).toHaveLength(2);
    const stream = having.stream();
    stream.push(PAUSED_STREAM);
    expect(stream.paused?.request.messages).toHaveLength(2);
  });

  it("assembly, where a stream is assembled", () => {
    expect(() => mini.createBridge(ENDS).assemble("data: {}\n\n")).toThrow(`assemble ${importing("assembly")}`);
  });

  it("storedReasoning, where keys are asked for", () => {
    expect(() => mini.createBridge(ENDS).reasoningKeys(REQUEST as never)).toThrow(
      `reasoningKeys ${importing("storedReasoning")}`,
    );
  });
});
