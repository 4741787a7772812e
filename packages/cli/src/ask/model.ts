import { stringifyJson } from "@toolglot/core";
import { type Config, Gateway, type LogRecord, MemoryStore, nodeSend, type Provider } from "@toolglot/gateway";
import type { Ask } from "@toolglot/toolbox";
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
  const ask: Ask = async (request, options) => {
    const reply = new AnswerReply(options);
    const body = stringifyJson({ model, stream: true, ...request });
    await gateway.handle(requestTo(ADDRESS, body), reply);
    return reply.answer();
  };
  return { ask, close };
}

/** Where the loop's dialect is spoken. */
const ADDRESS = "/v1/messages";

// The only caller is the user, who needs no key and no limits.
function forOne(config: Config): Config {
  const providers = new Map([...config.providers].map(([name, provider]) => [name, translated(provider)]));
  return { ...config, providers, keys: [], server: { ...config.server, host: "127.0.0.1", maxLag: 0 } };
}

// Where both ends speak the same, a request would pass as it is; but this one leaves out what the dialect fills in.
function translated(provider: Provider): Provider {
  return { profile: "native", ...provider };
}

function tellBugs(record: LogRecord): void {
  if ("message" in record && record.level === "error") complain(record.message);
}
