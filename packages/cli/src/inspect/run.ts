import type { ExchangeSummary } from "@toolglot/gateway";
import type { Arguments } from "../args.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { UsageError } from "../failure.ts";
import { escapeInvisibleJson } from "../output/escape.ts";
import { jsonText } from "../output/json.ts";
import { logNote } from "../output/messages.ts";
import { type Screen, screen } from "../output/screen.ts";
import { onSignals } from "../signals.ts";
import { clientFor } from "./client.ts";
import { follow, type OnExchange } from "./follow.ts";
import { serveInspector } from "./mcp.ts";
import { headLine, rowLine } from "./row.ts";

/** Runs `toolglot inspect` until it is stopped. */
export async function run(args: Arguments): Promise<ExitCode> {
  if (args.has("json") && args.has("mcp")) throw new UsageError("--json and --mcp cannot be used together");
  const client = clientFor(args, process.env);
  const stopping = new AbortController();
  onSignals(["SIGINT", "SIGTERM"], () => stopping.abort());
  if (args.has("mcp")) {
    await serveInspector(client, stopping.signal);
    return EXIT.ok;
  }
  // Fails before anything is printed if there is no gateway.
  await client.list(1);
  const stdout = screen("stdout");
  await follow(client, args.has("json") ? jsonLines(stdout) : tableLines(stdout, client.url), stopping.signal);
  return EXIT.ok;
}

function jsonLines({ isTerminal, print }: Screen): OnExchange {
  return (summary) => {
    const line = jsonText(summary, { isCompact: true });
    print(isTerminal ? escapeInvisibleJson(line) : line);
  };
}

/** A line for each exchange that has ended. */
function tableLines(stdout: Screen, url: string): OnExchange {
  const shown = new Set<string>();
  if (stdout.isTerminal) logNote(`watching ${url}; press Ctrl-C to stop`);
  stdout.print(`${headLine(stdout.columns, stdout.style)}\n`);
  return (summary: ExchangeSummary) => {
    if (summary.state === "running" || shown.has(summary.id)) return;
    shown.add(summary.id);
    const [oldest] = shown;
    if (shown.size > MAX_REMEMBERED && oldest !== undefined) shown.delete(oldest);
    // The terminal may have been resized.
    const { columns, style } = screen("stdout");
    stdout.print(`${rowLine(summary, columns, style)}\n`);
  };
}

const MAX_REMEMBERED = 10_000;
