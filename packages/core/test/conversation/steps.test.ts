import { describe, expect, it } from "vitest";
import { createBridge } from "../../../../test/support/dynamic.ts";
import { byExtent } from "../../../../test/support/extent.ts";
import { arrangeMessages } from "../../src/conversation/request/arrange-messages.ts";
import { dialect as anthropic } from "../../src/dialects/anthropic/index.ts";
import { dialects } from "../../src/dialects/index.ts";
import type { DialectName, Json } from "../../src/index.ts";
import { Ledger } from "../../src/ledger.ts";
import type { Message } from "../../src/model/message.ts";
import type { Eventually } from "../../src/model/steps.ts";
import { Report } from "../../src/report.ts";
import { finish, isSteps } from "../../src/steps.ts";

function bodyWith(tools: number): Json {
  const input_schema = { type: "object", properties: { city: { type: "string", pattern: "^[A-Z]" } } };
  return {
    model: "m",
    max_tokens: 5,
    messages: [{ role: "user", content: "hi" }],
    tools: Array.from({ length: tools }, (_, index) => ({ name: `tool_${index}`, input_schema })),
  };
}

function pausesFor(
  body: Json,
  provider: "gemini" | "openai-chat" | "openai-responses" | "ollama" = "gemini",
): { pauses: number; value: Json } {
  const steps = createBridge({ client: "anthropic", provider }).requestInSteps(body);
  for (let pauses = 0; ; pauses++) {
    const { done, value } = steps.next();
    if (done) return { pauses, value: value.value };
  }
}

function bodyWithSchema(input_schema: Json): Json {
  return {
    model: "m",
    max_tokens: 5,
    messages: [{ role: "user", content: "hi" }],
    tools: [{ name: "t", input_schema }],
  };
}

const SIZE = byExtent({ quick: 1_000, sample: 4_000, all: 4_000 });

function times<T>(make: (index: number) => T): T[] {
  return Array.from({ length: SIZE }, (_, index) => make(index));
}

/** Each is one tool with thousands of subschemas, in another place. */
const LARGE: Readonly<Record<string, Json>> = {
  properties: { type: "object", properties: Object.fromEntries(times((index) => [`p${index}`, { minLength: 1 }])) },
  oneOf: { type: "object", properties: { a: { oneOf: times((index) => ({ const: index })) } } },
  anyOf: { type: "object", properties: { a: { anyOf: times((index) => ({ type: "string", minLength: index })) } } },
  allOf: { allOf: times((index) => ({ properties: { [`p${index}`]: { type: "string" } } })) },
  prefixItems: { type: "object", properties: { a: { type: "array", prefixItems: times(() => ({ minLength: 1 })) } } },
  $defs: {
    type: "object",
    properties: Object.fromEntries(times((index) => [`p${index}`, { $ref: `#/$defs/d${index}` }])),
    $defs: Object.fromEntries(times((index) => [`d${index}`, { type: "string", minLength: 1 }])),
  },
};

describe("one large tool in steps", () => {
  const pairs = (["gemini", "openai-chat", "openai-responses", "ollama"] as const).flatMap((provider) =>
    Object.keys(LARGE).map((keyword) => ({ provider, keyword })),
  );
  it.each(pairs)("has a pause every few hundred subschemas of $keyword, for $provider", ({ provider, keyword }) => {
    expect(pausesFor(bodyWithSchema(LARGE[keyword] ?? null), provider).pauses).toBeGreaterThan(SIZE / 200);
  });
});

describe("a request in steps", () => {
  it("has no pause where there is little to do", () => {
    expect(pausesFor(bodyWith(20)).pauses).toBe(0);
  });

  it("pauses before many tools are compared, and while they are lowered", () => {
    expect(pausesFor(bodyWith(1024)).pauses).toBeGreaterThanOrEqual(3);
  });

  it.each<DialectName>(["anthropic", "gemini"])("pauses while many tools are decoded, for a client of %s", (client) => {
    const tools = (bodyWith(1024) as { tools: { name: string; input_schema: Json }[] }).tools;
    const functions = tools.map(({ name, input_schema }) => ({ name, parametersJsonSchema: input_schema }));
    const body: Json =
      client === "gemini"
        ? { contents: [{ role: "user", parts: [{ text: "hi" }] }], tools: [{ functionDeclarations: functions }] }
        : bodyWith(1024);
    const work = createBridge({ client, provider: "openai-chat" }).reasoningKeysInSteps(body);
    expect([...work].length).toBeGreaterThanOrEqual(4);
  });

  it("pauses between tools with unions, which the fast path lowers without pauses inside of them", () => {
    const unions = { allOf: Array.from({ length: 14 }, () => ({ anyOf: [{ type: "string" }, { type: "number" }] })) };
    const tools = Array.from({ length: 200 }, (_, index) => ({
      name: `tool_${index}`,
      input_schema: { type: "object", properties: { a: unions } },
    }));
    const body: Json = { model: "m", max_tokens: 5, messages: [{ role: "user", content: "hi" }], tools };
    expect(pausesFor(body).pauses).toBeGreaterThanOrEqual(50);
  });

  it("has the same result as a request in one step", () => {
    const body = bodyWith(300);
    const { value } = createBridge({ client: "anthropic", provider: "gemini" }).request(body);
    expect(pausesFor(body).value).toEqual(value);
  });
});

describe("a long conversation in steps", () => {
  const messages = Array.from({ length: 8_000 }, (_, index) => ({
    role: index % 2 === 0 ? "user" : "assistant",
    content: `message ${index}`,
  }));
  const body: Json = { model: "m", max_tokens: 5, messages };

  it("has a pause every few hundred messages", () => {
    expect(pausesFor(body).pauses).toBeGreaterThanOrEqual(8_000 / 500);
  });

  it("has none where it is short", () => {
    expect(pausesFor({ model: "m", max_tokens: 5, messages: messages.slice(0, 100) }).pauses).toBe(0);
  });
});

describe("the codecs of a long conversation", () => {
  const LONG = byExtent({ quick: 4_001, sample: 8_001, all: 8_001 });
  const SHORT = 100;
  /** How many messages are worked on between two pauses, at most. */
  const PIECE = 1_000;

  const talking = dialects.filter(({ profile }) => profile.conversation.messages);

  const report = () => new Report(new Ledger({ from: "a", to: "b" }), "to_canonical");

  function conversation(length: number): Message[] {
    return Array.from({ length }, (_, index) => ({
      role: index % 2 === 0 ? "user" : "assistant",
      parts: [{ type: "text", text: `message ${index}` }],
    }));
  }

  function pausesIn<T>(work: Eventually<T>): { readonly pauses: number; readonly value: T } {
    if (!isSteps(work)) return { pauses: 0, value: work };
    for (let pauses = 0; ; pauses++) {
      const { done, value } = work.next();
      if (done) return { pauses, value };
    }
  }

  it.each(talking)("pause every few hundred messages, in $id", (dialect) => {
    const encoded = pausesIn(dialect.messages.encode(conversation(LONG), report()));
    const decoded = pausesIn(dialect.messages.decode(encoded.value, report()));
    expect([encoded.pauses, decoded.pauses].map((pauses) => pauses >= LONG / PIECE)).toEqual([true, true]);
    expect(decoded.value).toHaveLength(LONG);
  });

  it.each(talking)("pause in a whole request, in $id", (dialect) => {
    const request = { model: "m", messages: conversation(LONG) };
    const encoded = pausesIn(dialect.request.encode(request, report()));
    const decoded = pausesIn(dialect.request.decode(encoded.value ?? null, report()));
    expect([encoded.pauses, decoded.pauses].map((pauses) => pauses >= LONG / PIECE)).toEqual([true, true]);
    expect(decoded.value.messages).toHaveLength(LONG);
  });

  it.each(talking)("take one step for a short one, in $id", (dialect) => {
    const encoded = dialect.request.encode({ model: "m", messages: conversation(SHORT) }, report());
    expect(isSteps(encoded)).toBe(false);
    expect(isSteps(dialect.request.decode(finish(encoded) ?? null, report()))).toBe(false);
  });

  it("arrange its messages with a pause every few hundred", () => {
    const options = {
      dialect: "anthropic",
      profile: anthropic.profile.conversation,
      callIds: anthropic.profile.conversation.callIds,
      midSystem: false,
    };
    const { pauses } = pausesIn(arrangeMessages(conversation(LONG), options, report()));
    expect(pauses).toBeGreaterThanOrEqual(LONG / 2_000);
  });
});

describe("references that refer to each other", () => {
  function doubling(depth: number): Json {
    const link = (index: number) => ({ $ref: `#/$defs/d${index}` });
    const definitions = Array.from({ length: depth }, (_, index) => [
      `d${index}`,
      { type: "object", properties: { a: link(index + 1), b: link(index + 1) } },
    ]);
    const $defs = { ...Object.fromEntries(definitions), [`d${depth}`]: { type: "string" } };
    return { type: "object", properties: { x: link(0) }, $defs };
  }

  function bodyWithTools(count: number, input_schema: Json): Json {
    const tools = Array.from({ length: count }, (_, index) => ({ name: `tool_${index}`, input_schema }));
    return { model: "m", max_tokens: 5, messages: [{ role: "user", content: "hi" }], tools };
  }

  it.each(["gemini", "ollama"] as const)("are refused before any of them is written out, for %s", (provider) => {
    const steps = createBridge({ client: "anthropic", provider }).requestInSteps(bodyWithTools(60, doubling(12)));
    let pauses = 0;
    const run = () => {
      while (!steps.next().done) pauses++;
    };
    expect(run).toThrow(/tool_\d+ takes more than 500000 steps to translate/);
    // To write out as many as the budget allows takes thousands of them.
    expect(pauses).toBeLessThan(50);
  });

  it("pass where they are within the budget", () => {
    expect(() => pausesFor(bodyWithTools(2, doubling(10)))).not.toThrow();
  });
});

describe("a schema with a keyword `next`", () => {
  const schema = {
    type: "object",
    properties: { a: { type: "string", next: { page: 1 } }, b: { $ref: "#/$defs/b" } },
    $defs: { b: { type: "string" } },
  };

  it("is not taken for steps to a result", () => {
    const { value } = pausesFor(bodyWithSchema(schema), "openai-chat");
    expect(value).toMatchObject({ tools: [{ function: { parameters: { properties: schema.properties } } }] });
  });
});
