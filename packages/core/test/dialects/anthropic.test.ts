import { describe, expect, it } from "vitest";
import { createBridge } from "../../../../test/support/dynamic.ts";

describe("a response of Anthropic", () => {
  it.each(["anthropic", "openai-chat", "openai-responses", "gemini", "ollama"])(
    "that is an error with status 200 is an error for a client of %s, too",
    (client) => {
      const error = { error: { type: "overloaded_error", message: "Try later" } };
      const { status, value } = createBridge({ client, provider: "anthropic" }).response(error);
      expect(status).toBeGreaterThanOrEqual(500);
      expect(JSON.stringify(value)).toContain("Try later");
    },
  );
});
