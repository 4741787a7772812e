import type { Command } from "./command.ts";
import { output } from "./output.ts";

const ABOUT = `Checks all that the gateway and its agents need: the version of Node, the config, whether each
provider has a key, is reachable and accepts the key (by listing its models, which costs nothing),
the port, and which agents are installed. Keys are never shown.
Exits with 1 if something needs fixing.`;

export const doctor: Command = {
  name: "doctor",
  summary: "find out why the gateway does not work",
  usage: "doctor [--config FILE] [--json]",
  about: ABOUT,
  examples: ["toolglot doctor", "toolglot doctor --config toolglot.yaml --json"],
  options: {
    config: { value: "FILE", help: "the gateway's config, as for toolglot serve" },
    json: { help: "print { ok, findings, checks } on standard output" },
    ...output,
  },
  maxPositionals: 0,
  hidesEnvironment: true,
  load: () => import("../doctor/run.ts"),
};
