import type { Command } from "./command.ts";

const ABOUT = `Starts the gateway: clients of every dialect use the models of any provider.
Its config is FILE, or else toolglot.yaml, .yml or .json in the working directory; without one, the
providers are those whose keys are in the environment (OPENAI_API_KEY, ANTHROPIC_API_KEY, …). One
is always available: sim, which is simulated and needs no key and no network.
SIGINT or SIGTERM stops it after the requests in flight; a second one stops it at once.`;

export const serve: Command = {
  name: "serve",
  summary: "start the gateway, for any client and any provider",
  usage: "serve [--config FILE] [--host HOST] [--port N] [OPTIONS]",
  about: ABOUT,
  examples: [
    "toolglot serve",
    "toolglot serve --config toolglot.yaml --port 8080",
    "toolglot serve --config toolglot.yaml --workers auto",
  ],
  options: {
    config: { value: "FILE", help: "the config file; reloaded when it changes" },
    host: { value: "HOST", help: "the address to listen on, instead of 127.0.0.1" },
    port: { value: "N", help: "the port to listen on, instead of 4141; 0 for any free port" },
    workers: {
      value: "N|auto",
      help: "how many processes share the port, instead of 1; auto for one per processor",
    },
    insecure: { help: "accept requests of other machines without keys" },
    json: { help: "print the log as lines of JSON on standard output" },
  },
  maxPositionals: 0,
  hidesEnvironment: true,
  load: () => import("../gateway/serve.ts"),
};
