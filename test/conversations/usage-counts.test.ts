import { describe, expect, it } from "vitest";
import { createBridge } from "../support/dynamic.ts";
import { assembled } from "./assembled/index.ts";
import { DIALECTS } from "./dialects.ts";
import { CHAT_START, REQUESTS, STREAMS, WHOLE, written } from "./usage/answers.ts";
import { at, type Counts, charged, READ } from "./usage/counts.ts";
import { SAMPLES } from "./usage/samples.ts";

describe.each(SAMPLES)("usage of $provider: $name", ({ provider, usage, counts }) => {
  const { input, output, cacheRead, cacheWrite, reasoning } = counts;

  it("is read as what is charged, from a whole answer and from every stream of it", () => {
    const client = provider === "anthropic" ? "openai-chat" : "anthropic";
    const bridge = createBridge({ client, provider });
    expect(charged(bridge.response(WHOLE[provider]?.(usage) ?? {}).usage)).toEqual(counts);
    for (const passes of [false, true])
      for (const make of STREAMS[provider] ?? []) {
        const stream = createBridge({ client: passes ? provider : client, provider }).stream();
        stream.push(written(provider, make(usage)));
        stream.end();
        expect([stream.failure, charged(stream.usage)]).toEqual([undefined, counts]);
      }
  });

  it.each(DIALECTS)("is the same in an answer and in a stream for a client of %s", (client) => {
    const read = READ[client] ?? (() => ({}));
    const bridge = createBridge({ client, provider });
    bridge.request({
      ...REQUESTS[client],
      ...(client.startsWith("gemini") || client === "bedrock" ? {} : { stream: true }),
    });
    const answers = [bridge.response(WHOLE[provider]?.(usage) ?? {}).value];
    for (const make of STREAMS[provider] ?? []) {
      // Usage that is passed on stays where the provider has put it.
      if (client === provider) continue;
      const stream = bridge.stream();
      answers.push(assembled(client, stream.push(written(provider, make(usage))) + stream.end()));
    }
    // xAI counts reasoning beside the completion, and its own clients get that as it is.
    const apart = at(usage, "total_tokens") > at(usage, "prompt_tokens") + at(usage, "completion_tokens");
    const own = client === provider && provider === "openai-chat" && apart ? { output: output - reasoning } : {};
    for (const answer of answers) {
      const { total = input + output, ...told }: Partial<Counts> & { total?: number } = read(answer);
      const all: Record<string, number> = { input, output, cacheRead, cacheWrite, reasoning };
      const expected = Object.fromEntries(Object.keys(told).map((name) => [name, all[name]]));
      expect(told).toEqual({ ...expected, ...own });
      if (client !== provider || "total_tokens" in usage) expect(total).toBe(input + output);
    }
  });
});

describe("a complete answer that is an error to the client", () => {
  const usageMetadata = { promptTokenCount: 50, candidatesTokenCount: 5, totalTokenCount: 55 };
  const malformed = { candidates: [{ content: {}, finishReason: "MALFORMED_FUNCTION_CALL", index: 0 }], usageMetadata };

  it("tells what it has used", () => {
    const answer = createBridge({ client: "anthropic", provider: "gemini" }).response(malformed);
    expect([answer.status, charged(answer.usage)]).toMatchObject([502, { input: 50, output: 5 }]);
    const stream = createBridge({ client: "anthropic", provider: "gemini" }).stream();
    stream.push(written("gemini", [malformed]));
    stream.end();
    expect(charged(stream.failure?.usage)).toMatchObject({ input: 50, output: 5 });
  });
});

it("tells the counts of a stream that breaks off after them", () => {
  const usage = { prompt_tokens: 1000, completion_tokens: 30, total_tokens: 1030 };
  const stream = createBridge({ client: "anthropic", provider: "openai-chat" }).stream();
  stream.push(`data: ${JSON.stringify({ ...CHAT_START, usage })}\n\n`);
  stream.fail("the connection broke");
  expect(charged(stream.usage)).toMatchObject({ input: 1000, output: 30 });
});
