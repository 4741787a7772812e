import type { Command } from "./command.ts";

const ABOUT = `Shows the requests that go through a running gateway: a line for each when it ends, with the
model that was asked for and the one that answered, the status, the time to the first output and
to the end, tokens, losses and the tools that were called. It reconnects when the gateway is
restarted. A gateway with keys wants one: set TOOLGLOT_KEY; it shows that key's requests, and an
admin's key shows all.
With --mcp it is an MCP server on standard input and output, so that an agent can see what it has
sent and got: the tools are list, show, losses and replay.`;

export const inspect: Command = {
  name: "inspect",
  summary: "watch the requests that go through a running gateway",
  usage: "inspect [--url URL|--port N] [--json|--mcp]",
  about: ABOUT,
  examples: [
    "toolglot inspect",
    "toolglot inspect --json | jq .model",
    "claude mcp add gateway -- toolglot inspect --mcp",
  ],
  options: {
    url: { value: "URL", help: "the gateway's address, instead of http://127.0.0.1:4141" },
    port: { value: "N", help: "its port on this machine" },
    json: { help: "print a line of JSON for each change" },
    mcp: { help: "serve the same to MCP clients, over standard input and output" },
  },
  maxPositionals: 0,
  hidesEnvironment: true,
  load: () => import("../inspect/run.ts"),
};
