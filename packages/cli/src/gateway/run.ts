import { randomBytes } from "node:crypto";
import type { Config, Log } from "@toolglot/gateway";
import { sha256 } from "@toolglot/gateway/serve";
import { agentNamed } from "../agents/index.ts";
import { startAgent } from "../agents/start.ts";
import type { Arguments } from "../args.ts";
import { UsageError } from "../failure.ts";
import { logNote } from "../output/messages.ts";
import { screen } from "../output/screen.ts";
import { simulatedLine, simulatedNotice } from "../output/simulated.ts";
import { setUpAgent } from "./agent-setup.ts";
import { endpointOf } from "./endpoint.ts";
import { loadGatewayConfig } from "./load.ts";
import { fileLog } from "./log.ts";
import { RunSummary } from "./run-summary.ts";
import { startGateway } from "./start.ts";

/** Runs `toolglot run`; resolves to the agent's exit code. */
export async function run(args: Arguments): Promise<number> {
  const [word, ...rest] = args.positionals;
  if (word === undefined) throw new UsageError("no agent given: claude, codex, gemini or opencode");
  const agent = agentNamed(word);
  const { config: loaded } = await loadGatewayConfig(args.get("config"));
  const options = { model: args.get("model"), models: args.get("models") };
  const { config, offered, model } = await setUpAgent(agent, loaded, options);
  const notice = simulatedNotice(loaded, options.model);
  if (notice !== undefined) process.stderr.write(simulatedLine(notice, screen("stderr").style));
  const summary = new RunSummary();
  const key = randomBytes(24).toString("base64url");
  const isInspected = args.has("inspect");
  const served = await startGateway({
    config: await withPrivateKey(key, { ...config, inspector: { ...config.inspector, enabled: isInspected } }),
    log: summary.counting(logOf(args)),
    port: 0,
  });
  if (isInspected) logNote(`toolglot: the inspector is at ${served.url}/#key=${key}`);
  try {
    const launch = agent.launchOptions(endpointOf({ url: served.url, key, offered }));
    return await startAgent(agent, launch, { args: rest, model });
  } finally {
    const closed = served.close();
    // The second call closes at once: there is no client left to wait for.
    served.close();
    await closed;
    if (!summary.isEmpty) logNote(`toolglot: ${summary}`);
  }
}

// A random key keeps other users of this machine out.
async function withPrivateKey(key: string, config: Config): Promise<Config> {
  // Nobody else hears what the agent says, and the certificate is for another name.
  const { tls: _, ...server } = config.server;
  return {
    ...config,
    keys: [{ name: "run", sha256: await sha256(key), concurrency: 0 }],
    server: { ...server, host: "127.0.0.1" },
  };
}

// The terminal belongs to the agent.
function logOf(args: Arguments): Log {
  const file = args.get("log");
  return file === undefined ? () => {} : fileLog(file);
}
