import type { Command } from "./command.ts";
import { confinement } from "./confinement.ts";
import { output } from "./output.ts";
import { toolSources } from "./tool-sources.ts";

const ABOUT = `Sends a prompt to a model, runs the tools that it calls, and streams its answer. PROMPT may be - for
standard input. The tools are those of toolglot tools: executables that describe themselves, in
the default folders and in each --dir, and those of MCP servers (--mcp, a file with mcpServers).
Models are those of the gateway's config, or of the environment; sim is simulated, always available.

A tool that is not marked as read-only runs only if you confirm it; --yes confirms all. Without
a terminal it is denied, and the model sees the reason.

After --max-turns requests the model must answer without further calls, also if it repeats the same
call; the exit code is 0 if it answers, and 1 otherwise. A truncated answer counts as no
answer. Ctrl-C stops tools and request at once (130). In every case, --save writes the conversation
so far, and --resume continues it.`;

export const ask: Command = {
  name: "ask",
  summary: "ask a model that can use your tools",
  usage: "ask PROMPT [--model PROVIDER/MODEL] [--dir DIR…] [--mcp FILE] [OPTIONS]",
  about: ABOUT,
  examples: [
    'toolglot ask "What time is it?" --model sim/tools --dir examples/tools',
    'toolglot ask "Which issues are open?" --mcp mcp.json --only issues_list',
    'toolglot ask "And which are mine?" --resume talk.json --save talk.json',
  ],
  options: {
    model: { value: "PROVIDER/MODEL", help: "the model; default: that of --resume, or of the config" },
    ...toolSources,
    ...confinement,
    yes: { help: "run tools that are not read-only without asking" },
    system: { value: "TEXT", help: "the system prompt" },
    "max-turns": { value: "N", help: "the maximum number of requests to the model; default: 25" },
    save: { value: "FILE", help: "write the conversation to this file at the end" },
    resume: { value: "FILE", help: "continue a saved conversation" },
    config: { value: "FILE", help: "the gateway's config, as for toolglot serve" },
    json: { help: "print events as lines of JSON on standard output" },
    ...output,
    quiet: { ...output.quiet, help: "print on standard error only errors, and that a model is simulated" },
  },
  maxPositionals: 1,
  hidesEnvironment: true,
  load: () => import("../ask/run.ts"),
};
