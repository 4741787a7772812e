import type { Command } from "./command.ts";
import { output } from "./output.ts";

export const demo: Command = {
  name: "demo",
  summary: "show two translations, one without losses and one with some",
  usage: "demo [--json]",
  about: "Translates one MCP tool twice, and shows what the target gets, what changed and what was lost.",
  examples: ["toolglot demo"],
  options: { json: { help: "print { tools, translations } as JSON" }, ...output },
  maxPositionals: 0,
  load: () => import("../demo/run.ts"),
};
