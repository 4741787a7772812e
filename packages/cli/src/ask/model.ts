import { createBridge, type JsonObject, stringifyJson } from "@toolglot/core";
import { type Config, destinationsFor, Gateway, type LogRecord, MemoryStore, nodeSend } from "@toolglot/gateway";
import { AGENT_DIALECT, type Ask } from "@toolglot/toolbox";
import { complain } from "../output/words.ts";
import { AnswerReply, requestTo } from "./reply.ts";

/** A model that can be asked, until it is closed. */
export interface Model {
  readonly ask: Ask;
  close(): Promise<void>;
}

/** A model of a config, asked by way of a gateway in this process: its routes, retries and rules hold. */
export function modelIn(config: Config, model: string): Model {
  const { send, close } = nodeSend();
  const gateway = new Gateway({ config: forOne(config), send, store: new MemoryStore(config.store), log: tellBugs });
  const limit = lengthLimit(config, model);
  const ask: Ask = async (request, options) => {
    const reply = new AnswerReply(options);
    const body = stringifyJson({ model, ...limit, stream: true, ...request });
    await gateway.handle(requestTo(ADDRESS, body), reply);
    return reply.answer();
  };
  return { ask, close };
}

/** Where the loop's dialect is spoken. */
const ADDRESS = "/v1/messages";

// The only caller is the user, who needs no key.
function forOne(config: Config): Config {
  return { ...config, keys: [], server: { ...config.server, host: "127.0.0.1" } };
}

/**
 * The loop's dialect wants to know how long an answer may be at most. Another client's request would be given what its
 * model takes; where both ends speak the same nothing is filled in.
 */
function lengthLimit(config: Config, model: string): JsonObject {
  const own = destinationsFor(config, model).find(({ provider }) => provider.dialect === AGENT_DIALECT);
  if (own === undefined) return {};
  const bridge = createBridge({ client: OTHER, provider: AGENT_DIALECT, providerModel: own.model });
  const { max_tokens } = bridge.request({ model, messages: [{ role: "user", content: "" }] }).value;
  return max_tokens === undefined ? {} : { max_tokens };
}

const OTHER = "openai-chat";

function tellBugs(record: LogRecord): void {
  if ("message" in record && record.level === "error") complain(record.message);
}
