import type { Command } from "./command.ts";

const ABOUT = `Starts a gateway on a free port and an agent that uses it, in this terminal, and exits with the
agent's exit code. The agent's own configuration is not changed: the gateway is passed in
variables and options. AGENT is claude, codex, gemini or opencode; ARGS go to the agent, and so
does everything from the first option on that is not one of these.
With --model, every request of the agent goes to that model. With --models, requests for models
whose name contains NAME go there, and the others to --model, or as the config says.
With --inspect, the first line has the address of the inspector, which shows what the agent and
the provider send each other for as long as the agent runs.
At the end, a line says how many requests and tokens it took, what was lost, and
why the last request that failed did.`;

export const run: Command = {
  name: "run",
  summary: "start a coding agent with a gateway of its own",
  usage: "run AGENT [--model PROVIDER/MODEL] [--models NAME=PROVIDER/MODEL,…] [--config FILE] [--inspect] [-- ARGS]",
  about: ABOUT,
  examples: [
    "toolglot run claude --model openai/gpt-5.6",
    "toolglot run claude --models haiku=groq/qwen3,opus=openai/gpt-5.6",
    "toolglot run claude --model openai/gpt-5.6 -p hi",
    "toolglot run claude --inspect",
    'toolglot run codex --model anthropic/claude-opus-5 -- exec "Explain this"',
  ],
  options: {
    model: { value: "PROVIDER/MODEL", help: "the model for every request of the agent" },
    models: {
      value: "NAME=PROVIDER/MODEL,…",
      help: "the models for names that contain NAME, such as haiku, sonnet and opus",
    },
    config: { value: "FILE", help: "the gateway's config, as for toolglot serve" },
    inspect: { help: "record the exchanges, and print the address of the page that shows them" },
    log: { value: "FILE", help: "write the gateway's log to this file, as lines of JSON" },
  },
  arguments: ["AGENT"],
  maxPositionals: Number.POSITIVE_INFINITY,
  passesOptions: true,
  hidesEnvironment: true,
  load: () => import("../gateway/run.ts"),
};
