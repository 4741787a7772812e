import { describe, expect, it } from "vitest";
import { createBridge } from "../support/dynamic.ts";
import { DIALECTS } from "./dialects.ts";

/** The errors that the request is to blame for, and those that the server is, by the statuses that clients may get for them. */
const STATUSES = {
  "invalid-request": [400],
  authentication: [401, 403],
  permission: [403],
  "not-found": [404],
  "rate-limit": [429],
  server: [500, 502],
  overloaded: [500, 502, 503, 529],
} as const;

type Kind = keyof typeof STATUSES;

/** What a stream of a provider is that begins with an error. */
function failedStream(provider: string, kind: Kind): Uint8Array | string {
  const stream = createBridge({
    client: provider,
    provider: provider === "anthropic" ? "gemini" : "anthropic",
  }).stream();
  return stream.fail("no", { kind, status: STATUSES[kind][0], message: "no" });
}

/** The kinds that a dialect can tell apart within a stream: Ollama's errors are nothing but a text, and some APIs have few codes there. */
function kindsOf(provider: string): readonly Kind[] {
  const told: Readonly<Record<string, readonly Kind[]>> = {
    ollama: ["server"],
    bedrock: ["invalid-request", "rate-limit", "server", "overloaded"],
    "openai-responses": ["invalid-request", "rate-limit", "server", "overloaded"],
  };
  return told[provider] ?? (Object.keys(STATUSES) as Kind[]);
}

// An error within a stream has no status: the one that clients get, and by which they and the gateway try again or give up, follows from
// its kind.
describe.each(DIALECTS)("a stream of %s that begins with an error", (provider) => {
  it.each(kindsOf(provider))("%s has a status of that kind for every client", (kind) => {
    for (const client of DIALECTS) {
      const stream = createBridge({ client, provider }).stream();
      stream.push(failedStream(provider, kind));
      expect(STATUSES[kind], client).toContain(stream.failure?.status);
    }
  });
});
