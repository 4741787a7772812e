import type { Command } from "./command.ts";
import { confinement } from "./confinement.ts";
import { toolSources } from "./tool-sources.ts";

const ABOUT = `Serves tools to any MCP client: the executables of the tool folders, and with --mcp the tools of
other MCP servers. Without --http it uses standard input and output, for clients that start
their servers themselves; with --http it listens on a port, on this machine only unless --host says
otherwise. It supports the protocol revisions 2026-07-28 and 2025-11-25. Folders are watched,
and clients are notified when their tools change.`;

export const mcp: Command = {
  name: "mcp",
  summary: "serve tools to MCP clients, over stdio or HTTP",
  usage: "mcp [--dir DIR]... [--only NAME,NAME] [--mcp FILE] [--http PORT] [--host HOST]",
  about: ABOUT,
  examples: ["toolglot mcp --dir ./tools", "toolglot mcp --mcp servers.json --only search,file_edit --http 3000"],
  options: {
    ...toolSources,
    ...confinement,
    http: { value: "PORT", help: "listen on this port instead of using standard input; 0 for any free port" },
    host: { value: "HOST", help: "the address to listen on, instead of 127.0.0.1" },
    insecure: { help: "let other machines run the tools, without authentication" },
  },
  maxPositionals: 0,
  hidesEnvironment: true,
  load: () => import("../mcp/run.ts"),
};
