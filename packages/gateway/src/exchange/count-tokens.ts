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
import { bindingFor } from "../bindings/index.ts";
import { GatewayError } from "../errors.ts";
import type { Services } from "../gateway.ts";
import type { ActionRequest } from "../http/actions.ts";
import type { LogFields } from "../observe/request-record.ts";
import { loadHistory } from "../responses-state/history.ts";
import { STATEFUL } from "../responses-state/items.ts";
import { checkStateFields } from "../responses-state/state-fields.ts";
import type { HeaderMap } from "../transport.ts";
import { configuredFacts } from "./configured-facts.ts";
import { type Destination, destinationsFor } from "./destinations.ts";
import { fetchText } from "./fetch-text.ts";
import { upstreamRequest } from "./upstream-request.ts";

/** The tokens of a request, and how they are known. */
interface Counted {
  readonly value: JsonObject;
  readonly headers: Record<string, string>;
  readonly logFields: LogFields;
}

/** Counts the tokens of a request: by its provider where it can, else by an estimate that says so. */
export async function countTokens(shared: Services, asked: Asked, body: JsonObject): Promise<Counted> {
  const { match, onClientClosed } = asked;
  const { client, dialect } = match.binding;
  const model = match.params.model ?? body.model;
  if (client.countTokens === undefined || typeof model !== "string")
    throw new GatewayError("invalid-request", "missing_model", "the request names no model", { param: "model" });
  const [destination] = destinationsFor(shared.config, model);
  if (destination === undefined)
    throw new GatewayError("not-found", "model_not_found", `no route leads to the model ${JSON.stringify(model)}`);
  const bridge = bridgeTo(shared, dialect, destination);
  const { request, whole } = await sentFor(shared, asked, {
    bridge,
    destination,
    body: client.countTokens.request(body),
  });
  const headers = dialect === destination.provider.dialect ? { headers: asked.headers } : {};
  const tokens = await counted(shared, destination, { bridge, request, onClientClosed, ...headers });
  const source = tokens === undefined ? "estimate" : "provider";
  return {
    value: client.countTokens.answer(tokens ?? estimate(whole)),
    headers: { "x-toolglot-token-count": source },
    logFields: { model, provider: destination.provider.name, providerModel: destination.model },
  };
}

type Asked = Pick<ActionRequest, "match" | "caller" | "headers" | "onClientClosed">;

function bridgeTo(shared: Services, client: string, destination: Destination): Bridge {
  const { provider, model, profile, toolSearch } = destination;
  return createBridge({
    client,
    provider: provider.dialect,
    providerModel: model,
    modelFacts: { ...configuredFacts(provider, model), ...shared.learnedFacts.factsOf(destination) },
    ...(profile === undefined ? {} : { profile }),
    ...(toolSearch === "off" ? { toolSearch: false } : {}),
    memory: shared.toolMemory(client, provider.dialect, profile),
  });
}

interface Sending {
  readonly bridge: Bridge;
  readonly destination: Destination;
  readonly body: JsonObject;
}

/** What would be sent, and all that the model would be told by it: a provider may remember what came before. */
async function sentFor(
  shared: Services,
  { match, caller }: Asked,
  { bridge, destination, body }: Sending,
): Promise<{ request: JsonObject; whole: JsonObject }> {
  if (match.binding.dialect !== STATEFUL) {
    const { value: request } = await shared.scheduler.run(bridge.requestInSteps(body));
    return { request, whole: request };
  }
  checkStateFields(body);
  const memory = await loadHistory(shared.store, caller, body);
  const recalled = memory.prepare(body, destination).body;
  const { value: request } = await shared.scheduler.run(bridge.requestInSteps(recalled));
  return { request, whole: memory.withHistory(request) };
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
  readonly onClientClosed: ActionRequest["onClientClosed"];
}

async function counted(shared: Services, destination: Destination, counting: Counting): Promise<number | undefined> {
  const { countTokens: count } = bindingFor(destination.provider.dialect).provider;
  if (count === undefined) return undefined;
  const { bridge, request, headers, onClientClosed } = counting;
  const body = stringifyJson(count.body(request, destination.model));
  const outbound = {
    path: count.path(destination.model),
    body,
    stream: false,
    ...(headers ? { client: headers } : {}),
  };
  const { status, text } = await fetchText(
    shared.senderFor(destination.provider),
    upstreamRequest(destination, outbound),
    destination.timeouts.firstByte,
    onClientClosed,
  );
  // A server that copies the API may not have this part of it.
  if (status === 404 || status === 405 || status === 501) return undefined;
  const answer = jsonIn(text);
  if (status < 300) return answer === undefined ? undefined : count.read(answer);
  const failure = findDialect(destination.provider.dialect)?.errors.decode(answer ?? text, status);
  const { kind = "server", code = String(status), message = text } = failure ?? {};
  throw new GatewayError(kind, code, message, { status: bridge.error(status, answer ?? text).status });
}
