import type { Command } from "./command.ts";

const ABOUT = `Starts a gateway on a free port and an agent that uses it, in this terminal, and ends with the
agent's own exit code. What the agent's user has set up stays as it is: it is told of the gateway by
variables and options. AGENT is claude, codex, gemini or opencode; ARGS are for the agent.
With --model, whatever model the agent asks for, it gets that one.`;

export const run: Command = {
  name: "run",
  summary: "start an agent together with a gateway for it",
  usage: "run AGENT [--model PROVIDER/MODEL] [--config FILE] [-- ARGS]",
  about: ABOUT,
  examples: [
    "toolglot run claude --model openai/gpt-5.6",
    'toolglot run codex --model anthropic/claude-sonnet-5-5 -- exec "What is in this folder?"',
  ],
  options: {
    model: { value: "PROVIDER/MODEL", help: "the model that the agent gets, whichever it asks for" },
    config: { value: "FILE", help: "the gateway's config, as for toolglot serve" },
    log: { value: "FILE", help: "write what happens in the gateway into this file, as lines of JSON" },
  },
  maxPositionals: Number.POSITIVE_INFINITY,
  hidesEnvironment: true,
  load: () => import("../gateway/run.ts"),
};
