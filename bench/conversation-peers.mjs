// What other libraries do with requests and streams: llm-bridge translates between dialects, the SDKs read a stream.
import { readFileSync } from "node:fs";

const { dependencies } = JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8"));

/** Peers that translate whole requests, text to text. */
export async function requestPeers() {
  const { translateBetweenProviders } = await import("llm-bridge");
  const names = Object.entries(BRIDGE_NAMES);
  const pairs = names.flatMap(([from, source]) => names.map(([to, target]) => ({ from, to, source, target })));
  return pairs
    .filter(({ from, to }) => from !== to)
    .map(({ from, to, source, target }) => ({
      ...named("llm-bridge"),
      from,
      to,
      translate: (text) => JSON.stringify(translateBetweenProviders(source, target, JSON.parse(text))),
    }));
}

/** Peers that read a stream, or translate it; each gets one chunk of bytes per frame. */
export async function streamPeers() {
  return (await Promise.all([openai(), anthropic(), aiSdk(), llmBridge()])).flat();
}

/** The names of the dialects in llm-bridge. */
const BRIDGE_NAMES = {
  "openai-chat": "openai",
  "openai-responses": "openai-responses",
  anthropic: "anthropic",
  gemini: "google",
};

function named(name) {
  return { package: name, version: dependencies[name] };
}

// ── the providers' own ──────────────────────────────────────────────────────

async function openai() {
  const { Stream } = await import("openai/streaming");
  const run = (chunks) => drained(Stream.fromSSEResponse(responseOf(chunks), new AbortController()));
  const fields = { ...named("openai"), does: "parses each event", run };
  return [
    { ...fields, from: "openai-chat" },
    { ...fields, from: "openai-responses" },
  ];
}

async function anthropic() {
  const { Stream } = await import("@anthropic-ai/sdk/streaming");
  const run = (chunks) => drained(Stream.fromSSEResponse(responseOf(chunks), new AbortController()));
  return [{ ...named("@anthropic-ai/sdk"), does: "parses each event", from: "anthropic", run }];
}

// ── the AI SDK ──────────────────────────────────────────────────────────────

async function aiSdk() {
  const { createOpenAI } = await import("@ai-sdk/openai");
  const { createAnthropic } = await import("@ai-sdk/anthropic");
  const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
  const reader = (modelOf) => async (chunks) => {
    const model = modelOf({ apiKey: "none", fetch: async () => responseOf(chunks) });
    const { stream } = await model.doStream({ prompt: [{ role: "user", content: [{ type: "text", text: "Go on" }] }] });
    return drained(stream);
  };
  const fields = { does: "reads it into the AI SDK's own parts" };
  return [
    {
      ...fields,
      ...named("@ai-sdk/openai"),
      from: "openai-chat",
      run: reader((options) => createOpenAI(options).chat("gpt-4.1")),
    },
    {
      ...fields,
      ...named("@ai-sdk/openai"),
      from: "openai-responses",
      run: reader((options) => createOpenAI(options).responses("gpt-4.1")),
    },
    {
      ...fields,
      ...named("@ai-sdk/anthropic"),
      from: "anthropic",
      run: reader((options) => createAnthropic(options)("claude-sonnet-4-5")),
    },
    {
      ...fields,
      ...named("@ai-sdk/google"),
      from: "gemini",
      run: reader((options) => createGoogleGenerativeAI(options)("gemini-2.5-pro")),
    },
  ];
}

// ── llm-bridge ──────────────────────────────────────────────────────────────

async function llmBridge() {
  const { handleUniversalStreamRequest } = await import("llm-bridge");
  const names = Object.entries(BRIDGE_NAMES);
  const pairs = names.flatMap(([from, source]) => names.map(([to, target]) => ({ from, to, source, target })));
  return pairs
    .filter(({ from, to }) => from !== to)
    .map(({ from, to, source, target }) => ({
      ...named("llm-bridge"),
      does: "translates it",
      from,
      to,
      run: (chunks) => drained(handleUniversalStreamRequest(responseOf(chunks).body, source, target)),
    }));
}

function responseOf(chunks) {
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

async function drained(iterable) {
  let count = 0;
  for await (const _ of iterable) count++;
  return count;
}
