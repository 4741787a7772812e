import { type Config, isLoopback, readStoredUsage, type UsageReport } from "@toolglot/gateway";
import type { Arguments } from "../args.ts";
import { CommandFailure } from "../failure.ts";
import { loadGatewayConfig } from "../gateway/load.ts";
import { addressIn, keyIn, RunningGateway, Unreachable } from "../gateway/running-gateway.ts";
import { logNote, logWarning, plural } from "../output/messages.ts";
import type { Query } from "./query.ts";

/** What was used: from the gateway that runs or, if none does, from the store of its config. */
export async function readReport(args: Arguments, query: Query): Promise<UsageReport> {
  const named = addressIn(args);
  if (named !== undefined) return fromGateway(named, query);
  const { config } = await loadGatewayConfig(args.get("config"), noWarnings);
  const url = addressOf(config);
  try {
    return await fromGateway(url, query);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return await fromStore(config, query, url);
  }
}

function fromGateway(url: string, query: Query): Promise<UsageReport> {
  return new RunningGateway(url, keyIn(process.env)).json(`/v1/usage?${new URLSearchParams(query)}`);
}

async function fromStore(config: Config, query: Query, url: string): Promise<UsageReport> {
  const stored = await readStored(config, query);
  if (stored === undefined)
    throw new CommandFailure(
      `no gateway runs at ${url}, and without store.file or state.redis in its config usage is in its memory only; say where it runs with --url or --port`,
      { code: "no_gateway" },
    );
  const { place, damagedLines = 0 } = stored;
  logNote(`no gateway runs at ${url}: read from ${place}`);
  if (damagedLines > 0) logWarning(`${plural(damagedLines, "damaged line")} of ${place} skipped`);
  return stored.report;
}

async function readStored(config: Config, query: Query): ReturnType<typeof readStoredUsage> {
  try {
    return await readStoredUsage(config, query);
  } catch (error) {
    throw new CommandFailure(`usage cannot be read: ${error instanceof Error ? error.message : error}`, {
      code: "store",
    });
  }
}

// Only on this machine: the key must not be sent to a host that a config in the working directory names.
function addressOf({ server: { host, port } }: Config): string {
  const local = isLoopback(host) ? host : "127.0.0.1";
  return `http://${local.includes(":") ? `[${local}]` : local}:${port}`;
}

// They are about what the gateway does, which reports them itself.
function noWarnings(): void {}
