import type { Command } from "./command.ts";

export const dialects: Command = {
  name: "dialects",
  summary: "what each dialect can say, and which profiles there are",
  usage: "dialects [--json]",
  about: "Prints what is known of each dialect, and the profiles that schemas can be written in.",
  examples: ["toolglot dialects --json | jq '.dialects[] | {id, strict: (.strict != null)}'"],
  options: { json: { help: "print { dialects, profiles } as JSON" } },
  maxPositionals: 0,
  load: () => import("../dialects/run.ts"),
};
