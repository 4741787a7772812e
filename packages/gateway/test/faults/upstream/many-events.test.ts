import { describe, expect, it } from "vitest";
import { CHAT_START, chatFrame } from "../../../../../test/known-failures/wire-streams.ts";
import { byExtent } from "../../../../../test/support/extent.ts";
import { useSockets } from "./harness.ts";
import { expectAnswered } from "./outcomes.ts";
import { streamOf } from "./responses.ts";

const MANY = byExtent({ quick: 20_000, sample: 100_000, all: 100_000 });

const harness = useSockets(({ simulator }) => {
  const frames = [CHAT_START, chatFrame({ content: "a" }).repeat(MANY), chatFrame({}, "stop"), "data: [DONE]\n\n"];
  simulator.define("many", () => streamOf("openai-chat", [frames.join("")]));
  return {};
});

describe("F31: very many events at once", () => {
  it("are all sent, and other clients are served meanwhile", async () => {
    const long = harness.run({ client: "anthropic", streams: true, model: "openai-chat/many@0" });
    let isOver = false;
    const over = long.then((run) => {
      isOver = true;
      return run;
    });
    let served = 0;
    while (!isOver) {
      expect((await fetch(`${harness.network.gatewayUrl}/healthz`)).status).toBe(200);
      if (!isOver) served++;
    }
    expect(expectAnswered(await over).text).toBe("a".repeat(MANY));
    expect(served).toBeGreaterThan(1);
  });
});
