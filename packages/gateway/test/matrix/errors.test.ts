import { expect, it } from "vitest";
import { defaultRetries } from "../../src/config/defaults.ts";
import type { ClientDialect } from "./clients/index.ts";
import { useMemory } from "./harness.ts";
import { describePairs } from "./pairs.ts";

const harness = useMemory({ retries: { ...defaultRetries, attempts: 0 } });

const STATUSES = [400, 401, 403, 404, 413, 429, 500, 503, 529];

/** Where a dialect has no such status, and what it says instead to clients of its own. */
const INSTEAD: Readonly<Record<ClientDialect, Readonly<Record<number, number>>>> = {
  "openai-chat": { 529: 503 },
  "openai-responses": { 529: 503 },
  anthropic: {},
  gemini: { 413: 400, 529: 503 },
  "gemini-interactions": { 413: 400, 529: 503 },
  ollama: { 529: 503 },
  bedrock: { 401: 403, 413: 400, 529: 503 },
};

describePairs(({ client, provider, streams }) => {
  it.each(STATUSES)("throws the SDK's own error where the provider answers %d", async (status) => {
    const sdk = harness.client(client);
    const conversation = sdk.converse({ model: `${provider}/fault-status-${status}@7`, streams });
    conversation.addUserMessage("Hello");
    const error = await conversation.send().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(sdk.statusOf(error)).toBe((client === provider ? undefined : INSTEAD[client][status]) ?? status);
    expect(String(error)).toContain(`was asked to answer ${status}`);
    expect(harness.exchanges).toHaveLength(1);
    expect(harness.providerRequests()).toHaveLength(1);
    expect(harness.exchanges[0]?.replied.get("retry-after")).toBe(status === 429 ? "7" : null);
  });
});
