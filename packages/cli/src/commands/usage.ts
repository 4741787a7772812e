import type { Command } from "./command.ts";
import { output } from "./output.ts";

const ABOUT = `Shows what was used through the gateway: requests, tokens and cost by day, key, model or provider.
It asks the gateway that runs at the address of the config (or --url), and if none runs there, reads the
file or the Redis of the config itself. A gateway with keys wants one: set TOOLGLOT_KEY; it shows that
key's usage, and an admin's key shows all. Days are those of UTC.`;

export const usage: Command = {
  name: "usage",
  summary: "show requests, tokens and cost by day, key, model or provider",
  usage: "usage [--by day,key,model,provider] [--days N|--from DAY --to DAY] [--json|--csv]",
  about: ABOUT,
  examples: [
    "toolglot usage",
    "toolglot usage --by key,model --days 7",
    "toolglot usage --from 2026-11-01 --to 2026-11-30 --csv -o november.csv",
    "toolglot usage --by model --json | jq '.rows[0]'",
  ],
  options: {
    by: { value: "LIST", help: "day, key, model, provider, or several of them with commas; by default day" },
    days: { value: "N", help: "the last N days, today included; by default 30" },
    from: { value: "DAY", help: "the first day, as in 2026-11-01" },
    to: { value: "DAY", help: "the last day, by default today" },
    url: { value: "URL", help: "the gateway's address, instead of the config's" },
    port: { value: "N", help: "its port on this machine" },
    config: { value: "FILE", help: "the gateway's config, as for toolglot serve" },
    json: { help: "print the report as JSON" },
    csv: { help: "print a line of comma-separated values for each row" },
    ...output,
  },
  maxPositionals: 0,
  hidesEnvironment: true,
  load: () => import("../usage/run.ts"),
};
