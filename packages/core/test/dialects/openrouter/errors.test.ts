import { describe, expect, it } from "vitest";
import { legality } from "../../../../../test/legal/index.ts";
import { createBridge } from "../../../../../test/support/dynamic.ts";
import { bridge, completion, OWN } from "./bodies.ts";

describe("errors", () => {
  const ERROR = {
    code: 429,
    message: "Provider returned error",
    metadata: { raw: "slow down", error_type: "rate_limit_exceeded" },
  };

  it("contain the upstream provider's message", () => {
    const { status, value } = bridge("anthropic").error(429, { error: ERROR, user_id: "u" });
    expect(status).toBe(429);
    expect(value).toMatchObject({
      type: "error",
      error: { type: "rate_limit_error", message: "Provider returned error: slow down" },
    });
  });

  it("with status 200 are errors", () => {
    const { status, value } = bridge("anthropic").response({ error: { code: 503, message: "no provider" } });
    expect(status).toBe(503);
    expect(legality.anthropic?.error(503, value)).toEqual([]);
    const failed = completion({ content: "H" }, { finish_reason: "error" });
    expect(bridge("anthropic").response(failed).status).toBe(502);
  });

  it("are written with their status as their code", () => {
    const { status, value } = createBridge({ client: OWN, provider: "anthropic" }).error(529, {
      type: "error",
      error: { type: "overloaded_error", message: "busy" },
    });
    expect(legality[OWN]?.error(status, value)).toEqual([]);
    expect(value).toEqual({ error: { code: 529, message: "busy", metadata: { error_type: "provider_overloaded" } } });
  });

  it("within a stream have a finish reason", () => {
    const stream = createBridge({ client: OWN, provider: "openai-chat" }).stream();
    const bytes =
      stream.push(`data: ${JSON.stringify({ id: "c1", choices: [{ index: 0, delta: { content: "H" } }] })}\n\n`) +
      stream.end();
    expect(JSON.parse(bytes.trim().split("\n").at(-1)?.slice(6) ?? "")).toMatchObject({
      id: "c1",
      error: { code: 502 },
      choices: [{ finish_reason: "error" }],
    });
  });
});
