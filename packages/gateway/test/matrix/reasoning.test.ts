import { expect, it } from "vitest";
import { type ClientDialect, type Conversation, DIALECTS } from "./clients/index.ts";
import { callIn, useMemory } from "./harness.ts";
import { describePairs } from "./pairs.ts";

const harness = useMemory();

const TOOLS = [{ name: "get_weather", schema: { type: "object" as const, properties: { city: { type: "string" } } } }];

/** Models that show their reasoning, by provider. */
const MODELS: Readonly<Record<ClientDialect, string>> = {
  "openai-chat": "openai-chat/deepseek-chat",
  "openai-responses": "openai-responses/sim-1",
  anthropic: "anthropic/claude-sonnet-4-5",
  gemini: "gemini/sim-1",
  "gemini-interactions": "gemini-interactions/sim-1",
  ollama: "ollama/sim-1",
  bedrock: "bedrock/anthropic.claude-sonnet-4-5",
};

/** The providers that sign their reasoning. */
const SIGNING: readonly ClientDialect[] = ["openai-responses", "anthropic", "gemini", "gemini-interactions", "bedrock"];

/** Whose signatures clients carry themselves: Chat has a place for Google's alone, and Ollama for none. All else is kept. */
const CARRIED: Readonly<Record<ClientDialect, readonly ClientDialect[]>> = {
  "openai-chat": ["gemini"],
  "openai-responses": SIGNING,
  anthropic: SIGNING,
  gemini: SIGNING,
  "gemini-interactions": SIGNING,
  ollama: [],
  bedrock: SIGNING,
};

const REASONING = "To answer, get_weather must be called.";

/** A conversation in which a model reasoned and called a tool, before its result is sent. */
async function reasonAndCall(client: ClientDialect, provider: ClientDialect, streams: boolean): Promise<Conversation> {
  const conversation = harness
    .client(client)
    .converse({ model: MODELS[provider], streams, tools: TOOLS, reasons: true });
  conversation.addUserMessage("How is the weather?");
  const answer = await conversation.send();
  expect(answer.reasoning).toBe(
    harness.providerResponse(harness.lastGenerateRequest()).includes(REASONING.slice(0, 9)) ? REASONING : "",
  );
  conversation.addResults([{ call: callIn(answer), text: "sunny" }]);
  return conversation;
}

describePairs(({ client, provider, streams }) => {
  const carries = CARRIED[client].includes(provider);

  it("returns reasoning to its provider", async () => {
    const conversation = await reasonAndCall(client, provider, streams);
    const given = signaturesIn(harness.providerResponse(harness.lastGenerateRequest()));
    expect((await conversation.send()).text).toMatch(/^get_weather answered: .*sunny/);
    expect(signaturesIn(harness.lastGenerateRequest().text)).toEqual(given);
    expect(given.length > 0).toBe(signatures(client, provider));
  });

  it("sends reasoning to no other provider", async () => {
    for (const other of DIALECTS.filter((each) => each !== provider)) {
      const conversation = await reasonAndCall(client, provider, streams);
      expect((await conversation.send(MODELS[other])).text).toMatch(/^get_weather answered: .*sunny/);
      expect(harness.lastGenerateRequest().text).not.toMatch(/tg1:|dGcxO/);
      expect(signaturesIn(harness.lastGenerateRequest().text)).toEqual([]);
    }
  });

  if (carries)
    it("gets an error for forged reasoning", async () => {
      const conversation = await reasonAndCall(client, provider, streams);
      await conversation.send();
      const { status } = await harness.repeat((body) => forged(body, provider));
      expect({ status, sent: signaturesIn(harness.lastGenerateRequest().text) }).toEqual({ status: 400, sent: [] });
    });
});

/** Whether the provider signs its reasoning; clients that can only enable reasoning get it from models that always reason. */
function signatures(client: ClientDialect, provider: ClientDialect): boolean {
  if (provider === "openai-responses") return client !== "ollama";
  return SIGNING.includes(provider);
}

const SIGNATURE = /\bc2lt[\w+/]{20,}={0,2}/g;

/** The signatures of the simulated providers, in their own form: Base64 that begins with `sim`. */
function signaturesIn(text: string): string[] {
  return [...new Set(text.match(SIGNATURE))];
}

/** The signatures in a client's request, also those in an envelope, replaced by forged ones. */
function forged(body: string, provider: ClientDialect): string {
  const forgery = btoa(`forged:${provider}`);
  const opened = body.replace(/\bdGcxO[\w+/]+={0,2}/g, (text) => btoa(atob(text).replace(SIGNATURE, forgery)));
  return opened.replace(SIGNATURE, forgery);
}
