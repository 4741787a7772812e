import { createBridge, type JsonObject, stringifyJson } from "@toolglot/core";
import {
  type Config,
  destinationsFor,
  Gateway,
  type LogRecord,
  MemoryStore,
  nodeSend,
  nodeSystem,
} from "@toolglot/gateway";
import { AGENT_DIALECT, type Generate } from "@toolglot/toolbox";
import { logError } from "../output/messages.ts";
import { ResponseCollector, requestTo } from "./reply.ts";

/** A client for one model, until it is closed. */
export interface ModelClient {
  readonly generate: Generate;
  close(): Promise<void>;
}

/** Opens a model through a gateway in this process, so that routes, retries and limits of the config apply. */
export function openModel(config: Config, model: string): ModelClient {
  const { send, close } = nodeSend();
  const gateway = new Gateway({
    system: nodeSystem,
    config: withoutKeys(config),
    send,
    store: new MemoryStore(config.store),
    log: logErrors,
  });
  const limit = maxTokens(config, model);
  const generate: Generate = async (request, options) => {
    const reply = new ResponseCollector(options);
    const body = stringifyJson({ model, ...limit, stream: true, ...request });
    await gateway.handle(requestTo(ADDRESS, body), reply);
    return reply.result();
  };
  return { generate, close };
}

/** The gateway's path for the agent's dialect. */
const ADDRESS = "/v1/messages";

// The only client is the user, who needs no key.
function withoutKeys(config: Config): Config {
  return { ...config, keys: [], server: { ...config.server, host: "127.0.0.1" } };
}

/**
 * `max_tokens` is required in the agent's dialect. For other providers the bridge fills it in from the model's facts;
 * when the provider speaks the agent's dialect, requests pass through unchanged and need it here.
 */
function maxTokens(config: Config, model: string): JsonObject {
  const own = destinationsFor(config, model).find(({ provider }) => provider.dialect === AGENT_DIALECT);
  if (own === undefined) return {};
  const bridge = createBridge({ client: OTHER_DIALECT, provider: AGENT_DIALECT, providerModel: own.model });
  const { max_tokens } = bridge.request({ model, messages: [{ role: "user", content: "" }] }).value;
  return max_tokens === undefined ? {} : { max_tokens };
}

const OTHER_DIALECT = "openai-chat";

function logErrors(record: LogRecord): void {
  if ("message" in record && record.level === "error") logError(record.message);
}
