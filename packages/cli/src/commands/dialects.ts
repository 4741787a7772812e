import type { Command } from "./command.ts";
import { output } from "./output.ts";

export const dialects: Command = {
  name: "dialects",
  summary: "list the capabilities of each dialect, and the profiles",
  usage: "dialects [--json]",
  about: "Prints the capabilities and limits of each dialect, and the profiles for schemas.",
  examples: ["toolglot dialects --json | jq '.dialects[] | {id, strict: (.strict != null)}'"],
  options: { json: { help: "print { dialects, profiles } as JSON" }, ...output },
  maxPositionals: 0,
  load: () => import("../dialects/run.ts"),
};
