import { type Config, isLoopback, readStoredUsage, type UsageReport } from "@toolglot/gateway";
import type { Arguments } from "../args.ts";
import { CommandFailure } from "../failure.ts";
import { loadStoreConfig } from "../gateway/load.ts";
import { addressIn, keyIn, RunningGateway, Unreachable } from "../gateway/running-gateway.ts";
import { logNote, logWarning, plural } from "../output/messages.ts";
import type { Query } from "./query.ts";

/** What was used: from the gateway that runs or, if none does, from the store of its config. */
export async function readReport(args: Arguments, query: Query): Promise<UsageReport> {
  const named = addressIn(args);
  if (named !== undefined) return fromGateway(named, query);
  const { config } = await loadStoreConfig(args.get("config"));
  try {
    return await fromGateway(addressOf(config), query);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return await fromStore(config, query, error);
  }
}

function fromGateway(url: string, query: Query): Promise<UsageReport> {
  return new RunningGateway(url, keyIn(process.env)).json(`/v1/usage?${new URLSearchParams(query)}`);
}

async function fromStore(config: Config, query: Query, unreachable: Unreachable): Promise<UsageReport> {
  const { reason, details } = unreachable;
  const stored = await readStored(config, query);
  if (stored === undefined && details.code !== "no_gateway") throw unreachable;
  if (stored === undefined)
    throw new CommandFailure(
      `${reason}, and without store.file or state.redis in its config usage is in its memory only; say where it runs with --url or --port`,
      { code: "no_gateway" },
    );
  const { place, damagedLines = 0 } = stored;
  logNote(`${reason}: read from ${place}`);
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
function addressOf({ server: { host, port, tls } }: Config): string {
  const local = isLoopback(host) ? host : "127.0.0.1";
  return `${tls === undefined ? "http" : "https"}://${local.includes(":") ? `[${local}]` : local}:${port}`;
}
