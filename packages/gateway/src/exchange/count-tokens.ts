import {
  type Bridge,
  createBridge,
  findDialect,
  isObject,
  type Json,
  type JsonObject,
  jsonIn,
  stringifyJson,
} from "@toolglot/core";
import { surfaceOf } from "../bindings/index.ts";
import { GatewayError } from "../errors.ts";
import type { Shared } from "../gateway.ts";
import type { Request } from "../http/actions.ts";
import type { Findings } from "../observe/request-record.ts";
import { memoryOf } from "../responses-state/history.ts";
import { STATEFUL } from "../responses-state/items.ts";
import { checkStateFields } from "../responses-state/state-fields.ts";
import type { HeaderMap } from "../transport.ts";
import { type Destination, destinationsFor } from "./destinations.ts";
import { fetchWhole } from "./fetch-text.ts";
import { modelFacts } from "./model-facts.ts";
import { upstreamRequest } from "./upstream-request.ts";

/** The tokens of a request, and how they are known. */
interface Counted {
  readonly value: JsonObject;
  readonly headers: Record<string, string>;
  readonly findings: Findings;
}

/** Counts the tokens of a request: by its provider where it can, else by an estimate that says so. */
export async function countTokens(shared: Shared, asked: Asked, body: JsonObject): Promise<Counted> {
  const { match, onGone } = asked;
  const { client, dialect } = match.surface;
  const model = match.params.model ?? body.model;
  if (client.count === undefined || typeof model !== "string")
    throw new GatewayError("invalid-request", "missing_model", "the request names no model", { param: "model" });
  const [destination] = destinationsFor(shared.config, model);
  if (destination === undefined)
    throw new GatewayError("not-found", "model_not_found", `no route leads to the model ${JSON.stringify(model)}`);
  const bridge = bridgeTo(shared, dialect, destination);
  const { request, whole } = await sentFor(shared, asked, { bridge, destination, body: client.count.request(body) });
  const headers = dialect === destination.provider.dialect ? { headers: asked.headers } : {};
  const tokens = await counted(shared, destination, { bridge, request, onGone, ...headers });
  const source = tokens === undefined ? "estimate" : "provider";
  return {
    value: client.count.answer(tokens ?? estimate(whole)),
    headers: { "x-toolglot-token-count": source },
    findings: { model, provider: destination.provider.name, providerModel: destination.model },
  };
}

type Asked = Pick<Request, "match" | "caller" | "headers" | "onGone">;

function bridgeTo(shared: Shared, client: string, destination: Destination): Bridge {
  const { provider, model, profile, toolSearch } = destination;
  return createBridge({
    client,
    provider: provider.dialect,
    providerModel: model,
    modelFacts: { ...modelFacts(provider, model), ...shared.learned.factsOf(destination) },
    ...(profile === undefined ? {} : { profile }),
    ...(toolSearch === "off" ? { toolSearch: false } : {}),
    memory: shared.memory(client, provider.dialect, profile),
  });
}

interface Sending {
  readonly bridge: Bridge;
  readonly destination: Destination;
  readonly body: JsonObject;
}

/** What would be sent, and all that the model would be told by it: a provider may remember what came before. */
async function sentFor(
  shared: Shared,
  { match, caller }: Asked,
  { bridge, destination, body }: Sending,
): Promise<{ request: JsonObject; whole: JsonObject }> {
  if (match.surface.dialect !== STATEFUL) {
    const { value: request } = await shared.turns.finish(bridge.requestInSteps(body));
    return { request, whole: request };
  }
  checkStateFields(body);
  const memory = await memoryOf(shared.store, caller, body);
  const recalled = memory.recall(body, destination).body;
  const { value: request } = await shared.turns.finish(bridge.requestInSteps(recalled));
  return { request, whole: memory.whole(request) };
}

/** Roughly the tokens of a request: four characters are one, and a picture is a thousand and a half. */
export function estimate(request: Json): number {
  let characters = 0;
  let media = 0;
  const walk = (value: Json): void => {
    if (typeof value === "string") {
      if (value.length > 4096 && /^(?:data:|[A-Za-z0-9+/]{512})/.test(value)) media++;
      else characters += value.length;
    } else if (Array.isArray(value)) for (const item of value) walk(item);
    else if (isObject(value))
      for (const [key, item] of Object.entries(value)) {
        characters += key.length;
        walk(item);
      }
    else characters += 2;
  };
  walk(request);
  return Math.max(1, Math.ceil(characters / 4) + media * 1500);
}

interface Counting {
  readonly bridge: Bridge;
  readonly request: JsonObject;
  readonly headers?: HeaderMap;
  readonly onGone: Request["onGone"];
}

async function counted(shared: Shared, destination: Destination, counting: Counting): Promise<number | undefined> {
  const { count } = surfaceOf(destination.provider.dialect).provider;
  if (count === undefined) return undefined;
  const { bridge, request, headers, onGone } = counting;
  const body = stringifyJson(count.body(request, destination.model));
  const outbound = {
    path: count.path(destination.model),
    body,
    streams: false,
    ...(headers ? { client: headers } : {}),
  };
  const { status, text } = await fetchWhole(
    shared.sendTo(destination.provider),
    upstreamRequest(destination, outbound),
    destination.timeouts.firstByte,
    onGone,
  );
  // A server that copies the API may not have this part of it.
  if (status === 404 || status === 405 || status === 501) return undefined;
  const answer = jsonIn(text);
  if (status < 300) return answer === undefined ? undefined : count.read(answer);
  const failure = findDialect(destination.provider.dialect)?.errors.decode(answer ?? text, status);
  const { kind = "server", code = String(status), message = text } = failure ?? {};
  throw new GatewayError(kind, code, message, { status: bridge.error(status, answer ?? text).status });
}
