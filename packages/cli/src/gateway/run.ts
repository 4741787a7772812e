import { randomBytes } from "node:crypto";
import { type Config, type Log, missingProvider, sha256, targetIn } from "@toolglot/gateway";
import { agentNamed } from "../agents/index.ts";
import { startAgent } from "../agents/start.ts";
import type { Arguments } from "../args.ts";
import { UsageError } from "../failure.ts";
import { screen } from "../output/screen.ts";
import { simulatedLine, simulatedNotice } from "../output/simulated.ts";
import { endpointOf } from "./endpoint.ts";
import { loadGatewayConfig } from "./load.ts";
import { fileLog } from "./log.ts";
import { startGateway } from "./start.ts";

/** Runs `toolglot run`; resolves to the agent's exit code. */
export async function run(args: Arguments): Promise<number> {
  const [word, ...rest] = args.positionals;
  if (word === undefined) throw new UsageError("no agent given: claude, codex, gemini or opencode");
  const agent = agentNamed(word);
  const config = withSingleModel(args.get("model"), (await loadGatewayConfig(args.get("config"))).config);
  const notice = simulatedNotice(config, args.get("model"));
  if (notice !== undefined) process.stderr.write(simulatedLine(notice, screen("stderr").style));
  const key = randomBytes(24).toString("base64url");
  const served = await startGateway({ config: await withPrivateKey(key, config), log: logOf(args), port: 0 });
  try {
    return await startAgent(agent, agent.launchOptions(endpointOf(config, served.url, key)), rest);
  } finally {
    const closed = served.close();
    // The second call closes at once: there is no client left to wait for.
    served.close();
    await closed;
  }
}

// With a single provider and a catch-all route, every model name leads to this model.
function withSingleModel(word: string | undefined, config: Config): Config {
  if (word === undefined) return config;
  const target = targetIn(config.providers, word);
  const provider = config.providers.get(target?.provider ?? "");
  if (target?.model === undefined || target.model === "" || provider === undefined) throw invalidModel(word, config);
  return {
    ...config,
    providers: new Map([[provider.name, provider]]),
    routes: [{ match: "*", to: [target], headers: {} }],
  };
}

function invalidModel(word: string, config: Config): UsageError {
  const missing = missingProvider(config, word);
  if (missing !== undefined) return new UsageError(missing);
  const known = [...config.providers.keys()].join(", ");
  return new UsageError(`--model needs PROVIDER/MODEL, not ${JSON.stringify(word)}; the providers are: ${known}`);
}

// A random key keeps other users of this machine out.
async function withPrivateKey(key: string, config: Config): Promise<Config> {
  return {
    ...config,
    keys: [{ name: "run", sha256: await sha256(key), concurrency: 0 }],
    server: { ...config.server, host: "127.0.0.1" },
  };
}

// The terminal belongs to the agent.
function logOf(args: Arguments): Log {
  const file = args.get("log");
  return file === undefined ? () => {} : fileLog(file);
}
