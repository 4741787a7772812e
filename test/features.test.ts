import * as core from "@toolglot/core";
import * as dialects from "@toolglot/core/dialects";
import { anthropic, openaiChat } from "@toolglot/core/dialects";
import * as features from "@toolglot/core/features";
import { passthrough, promptCaching, storedReasoning, toolSearch } from "@toolglot/core/features";
import * as mini from "@toolglot/core/mini";
import { describe, expect, it } from "vitest";
import { caseRequests, caseResponses, caseStreams } from "./conversations/case-examples.ts";
import { readCases } from "./support/rosetta.ts";

const VALUES = { anthropic, "openai-chat": openaiChat } as const;
type Name = keyof typeof VALUES;
const PAIRS: readonly (readonly [Name, Name])[] = [
  ["anthropic", "openai-chat"],
  ["openai-chat", "anthropic"],
];

/** Every dialect, whose own subset of JSON Schema is no feature. */
const TARGETS = Object.values(dialects);

type Bridge = ReturnType<typeof core.createBridge>;
type Run = (bridge: Bridge) => unknown;

function byValue([client, provider]: readonly [Name, Name], given?: mini.Features): Bridge {
  const ends = { client: VALUES[client], provider: VALUES[provider] };
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
    const missing = caseRequests
      .filter(({ dialect }) => dialect === pair[0])
      .map(({ id, body }) => compare(pair, (bridge) => pick(bridge.request(body as never)), id));
    expect(new Set(missing)).toEqual(new Set([undefined, "schemaSubsets"]));
  });

  it.each(PAIRS)("responses and streams to %s of %s need none", (...pair) => {
    const responses = caseResponses.filter(({ dialect }) => dialect === pair[1]);
    const streams = caseStreams.filter(({ dialect }) => dialect === pair[1]);
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
    expect(missing.length).toBeGreaterThan(50);
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

describe("a missing feature is named", () => {
  const ENTRY = "@toolglot/core/features";
  const importing = (name: string) =>
    `needs the feature ${name}: import { ${name} } from "${ENTRY}" and pass features: { ${name} }`;

  it.each([
    [{ passthrough }, "a bridge within one dialect", { provider: anthropic }],
    [{ storedReasoning }, "the option providerName", { providerName: "a" }],
    [{ toolSearch }, "the option emulateToolSearch", { emulateToolSearch: { moreThan: 1 } }],
    [{ promptCaching }, "the option caching", { caching: {} }],
  ])("%o, when the bridge is made", (needed, purpose, options) => {
    const name = Object.keys(needed).join();
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

  it("assembly, where a stream is assembled", () => {
    expect(() => mini.createBridge(ENDS).assemble("data: {}\n\n")).toThrow(`assemble ${importing("assembly")}`);
  });

  it("storedReasoning, where keys are asked for", () => {
    expect(() => mini.createBridge(ENDS).reasoningKeys(REQUEST as never)).toThrow(
      `reasoningKeys ${importing("storedReasoning")}`,
    );
  });
});
