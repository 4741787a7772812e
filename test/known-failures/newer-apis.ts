import { expect } from "vitest";
import { legality } from "../legal/index.ts";
import { sdks } from "../sdk/index.ts";
import { createBridge } from "../support/dynamic.ts";
import { type NewerApi, newerRequest } from "./newer-requests.ts";
import { type ConversationTurns, DIALECTS, type Fields, MODELS, writeRequest } from "./wire.ts";

export const NEWER = ["bedrock", "gemini-interactions"] as const satisfies readonly NewerApi[];
const OTHERS = DIALECTS.filter((dialect) => dialect !== "openrouter");
export type Api = (typeof OTHERS)[number] | NewerApi;

/** Every two of which at least one is of the newer APIs. */
export const PAIRS: readonly (readonly [client: Api, provider: Api])[] = [...OTHERS, ...NEWER].flatMap((client: Api) =>
  [...OTHERS, ...NEWER]
    .filter((provider: Api) => provider !== client && (isNewer(provider) || isNewer(client)))
    .map((provider: Api) => [client, provider] as const),
);

function isNewer(api: Api): api is NewerApi {
  return NEWER.some((newer) => newer === api);
}

/** The model that is asked of an API. */
export function modelOf(api: Api): string {
  if (!isNewer(api)) return MODELS[api];
  return api === "bedrock" ? "anthropic.claude-opus-4-5" : "gemini-3.8-flash";
}

/** A conversation on its way to a provider; what comes out is legal there. */
export function sent(client: Api, provider: Api, conversation: ConversationTurns): Fields {
  const request = isNewer(client) ? newerRequest(client, conversation) : writeRequest(client, conversation);
  const { value } = createBridge({ client, provider, providerModel: modelOf(provider) }).request(request);
  expect(legality[provider]?.request(value), `${client} → ${provider}`).toEqual([]);
  return value as Fields;
}

/** What a client gets of a stream; it is legal there. */
export function streamed(client: Api, provider: Api, frames: readonly string[]): string {
  const stream = createBridge({ client, provider, providerModel: modelOf(provider) }).stream();
  const bytes = frames.map((frame) => stream.push(frame)).join("") + stream.end();
  expect(legality[client]?.stream(bytes), `${provider} → ${client}\n${bytes}`).toEqual([]);
  return bytes;
}

/** The official SDK of a client. */
export function sdkOf(client: Api) {
  const sdk = sdks[client];
  if (sdk === undefined) throw new Error(`no SDK reads ${client}`);
  return sdk;
}
