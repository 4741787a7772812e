import type { Command } from "./command.ts";
import { confinement } from "./confinement.ts";

const ABOUT = `Asks a model, runs the tools that it calls, and prints its answer as it comes. PROMPT may be - for
standard input. The tools are those of toolglot tools: executables that describe themselves, in
the usual folders and in each --dir, and those of MCP servers (--mcp, a file with mcpServers).
Models are those of the gateway's config, or of the environment; sim is simulated and always there.

A tool that is not marked as read-only is run only when you say so; --yes says so for all. Without
a terminal it is refused, and the model is told.

After so many turns the model has to answer with what it has, and so it has where it makes the same
call again and again; the exit code is 0 if it does, and 1 if there is no answer. An answer that was
cut short is none. Ctrl-C ends tools and request at once (130). In every case, --save keeps what was
said until then, and --resume goes on from there.`;

export const ask: Command = {
  name: "ask",
  summary: "ask a model that may use your tools",
  usage: "ask PROMPT [--model PROVIDER/MODEL] [--dir DIR…] [--mcp FILE] [OPTIONS]",
  about: ABOUT,
  examples: [
    'toolglot ask "What time is it?" --model sim/default --dir examples/tools',
    'toolglot ask "Which issues are open?" --model anthropic/claude-sonnet-5-5 --mcp mcp.json --only issues_list',
    'toolglot ask "And which are mine?" --resume talk.json --save talk.json',
  ],
  options: {
    model: { value: "PROVIDER/MODEL", help: "the model to ask; without it the one of --resume, or that of the config" },
    dir: { value: "DIR", many: true, help: "another folder of tools; may be given several times" },
    mcp: { value: "FILE", help: "MCP servers, in the usual mcpServers form" },
    only: { value: "NAMES", help: "the only tools that the model is shown: a,b" },
    "mcp-timeout": {
      value: "MS",
      help: "how long each MCP server may take to begin, and to list its tools; 30000 and 10000",
    },
    lock: { value: "FILE", help: "the approved tools, instead of those in your state folder" },
    ...confinement,
    yes: { help: "run tools that may change something without asking" },
    system: { value: "TEXT", help: "what the model is told before all else" },
    "max-turns": { value: "N", help: "how often the model is asked at most; 25 unless told" },
    save: { value: "FILE", help: "write the conversation to this file at the end" },
    resume: { value: "FILE", help: "go on from a conversation that was saved" },
    config: { value: "FILE", help: "the gateway's config, as for toolglot serve" },
    json: { help: "print what happens as lines of JSON on standard output" },
  },
  maxPositionals: 1,
  hidesEnvironment: true,
  load: () => import("../ask/run.ts"),
};
