import type { Command } from "./command.ts";
import { confinement } from "./confinement.ts";

const ABOUT = `Offers tools to any MCP client: the executables of the tool folders, and with --mcp the tools of
other MCP servers. Without --http it speaks over standard input and output, as clients that start
their servers themselves want it; with --http it listens, for this machine alone unless --host says
otherwise. Clients of the revisions 2026-07-28 and 2025-11-25 are served alike. Folders are watched,
and clients are told when their tools change.`;

export const mcp: Command = {
  name: "mcp",
  summary: "offer tools to MCP clients, over stdio or HTTP",
  usage: "mcp [--dir DIR]... [--only NAME,NAME] [--mcp FILE] [--http PORT] [--host HOST]",
  about: ABOUT,
  examples: ["toolglot mcp --dir ./tools", "toolglot mcp --mcp servers.json --only search,file_edit --http 3000"],
  options: {
    dir: { value: "DIR", many: true, help: "one more folder of tools; may be given several times" },
    only: { value: "NAMES", many: true, help: "these tools alone, with commas between them" },
    mcp: { value: "FILE", help: "the tools of these MCP servers too; the usual mcpServers JSON" },
    "mcp-timeout": {
      value: "MS",
      help: "how long each MCP server may take to begin, and to list its tools; 30000 and 10000",
    },
    lock: { value: "FILE", help: "the approved tools, instead of those in your state folder" },
    ...confinement,
    http: { value: "PORT", help: "listen on this port instead of standard input; 0: any that is free" },
    host: { value: "HOST", help: "the address to listen on, instead of 127.0.0.1" },
    insecure: { help: "let other machines run the tools; nobody is asked for a key" },
  },
  maxPositionals: 0,
  hidesEnvironment: true,
  load: () => import("../mcp/run.ts"),
};
