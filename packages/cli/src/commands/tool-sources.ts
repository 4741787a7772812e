import type { OptionSpecs } from "../args.ts";

/** Options of every command that offers tools: where they come from, and which of them. */
export const toolSources: OptionSpecs = {
  dir: { value: "DIR", many: true, help: "an additional tool folder; repeatable" },
  only: { value: "NAMES", many: true, help: "only these tools, separated by commas; repeatable" },
  mcp: { value: "FILE", help: "also the tools of these MCP servers: a JSON file with mcpServers" },
  "mcp-timeout": {
    value: "MS",
    help: "timeout for connecting to each MCP server and for listing its tools; 30000 and 10000",
  },
  lock: { value: "FILE", help: "the lock file, instead of the one in your state folder" },
};
