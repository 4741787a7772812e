import type { Command } from "./command.ts";

const ABOUT = `Looks at all that the gateway and its agents need: the version of Node, the config, whether each
provider has a key, is there and takes the key (it is asked for its models, which costs nothing),
the port, and which agents are installed. Keys are never shown.
Exits with 1 where something needs mending.`;

export const doctor: Command = {
  name: "doctor",
  summary: "find out what keeps the gateway from working",
  usage: "doctor [--config FILE] [--json]",
  about: ABOUT,
  examples: ["toolglot doctor", "toolglot doctor --config toolglot.yaml --json"],
  options: {
    config: { value: "FILE", help: "the gateway's config, as for toolglot serve" },
    json: { help: "print { ok, findings } on standard output" },
  },
  maxPositionals: 0,
  hidesEnvironment: true,
  load: () => import("../doctor/run.ts"),
};
