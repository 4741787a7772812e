import { createBridge, type JsonObject, stringifyJson } from "@toolglot/core";
import { type Config, destinationsFor, Gateway, type LogRecord, MemoryStore, nodeSend } from "@toolglot/gateway";
import { AGENT_DIALECT, type Generate } from "@toolglot/toolbox";
import { logError } from "../output/messages.ts";
import { ResponseCollector, requestTo } from "./reply.ts";

/** A model that can be asked, until it is closed. */
export interface ModelClient {
  readonly generate: Generate;
  close(): Promise<void>;
}

/** A model of a config, asked by way of a gateway in this process: its routes, retries and rules hold. */
export function openModel(config: Config, model: string): ModelClient {
  const { send, close } = nodeSend();
  const gateway = new Gateway({
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

/** Where the loop's dialect is spoken. */
const ADDRESS = "/v1/messages";

// The only caller is the user, who needs no key.
function withoutKeys(config: Config): Config {
  return { ...config, keys: [], server: { ...config.server, host: "127.0.0.1" } };
}

/**
 * The loop's dialect wants to know how long an answer may be at most. Another client's request would be given what its
 * model takes; where both ends speak the same nothing is filled in.
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
