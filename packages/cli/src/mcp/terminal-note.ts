import { resolve } from "node:path";
import type { Arguments } from "../args.ts";
import { shellQuote } from "../output/shell.ts";
import { programWords } from "../program-name.ts";

/** What to tell somebody who started the server in a terminal, where no client can reach it. */
export function terminalNote(tools: string, args: Arguments): string[] {
  const [command = "", ...words] = [...programWords(), ...serverWords(args)];
  const config = { mcpServers: { toolglot: { command, args: words } } };
  return [
    `serving ${tools}, and waiting for the messages of an MCP client on standard input; press Ctrl-C to stop`,
    `clients start this command themselves; their config needs: ${JSON.stringify(config)}`,
    `for Claude Code: claude mcp add toolglot -- ${[command, ...words].map(shellQuote).join(" ")}`,
    "for clients that connect to an address: add --http PORT",
  ];
}

/** The options whose values are paths, which a client must find from its own folder. */
const PATHS = ["dir", "mcp", "lock"];

function serverWords(args: Arguments): string[] {
  const options = args.names.flatMap((name) =>
    args.all(name).flatMap((value) => {
      if (value === "") return [`--${name}`];
      return [`--${name}`, PATHS.includes(name) ? resolve(value) : value];
    }),
  );
  return ["mcp", ...options];
}
