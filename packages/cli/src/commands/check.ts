import type { Command } from "./command.ts";
import { output } from "./output.ts";

const ABOUT = `Lists what each target would reject (error) or ignore (warning) in the tools of FILE or of
standard input: as they are, or with --profile as that profile would write them.
Exits with 1 if a target would reject a tool, with 0 if there are only warnings.`;

export const check: Command = {
  name: "check",
  summary: "list what providers would reject in tools",
  usage: "check [FILE|-] [--from DIALECT] --for DIALECT[,DIALECT…] [OPTIONS]",
  about: ABOUT,
  examples: ["toolglot check tools.json --for openai-chat,anthropic,gemini"],
  options: {
    from: { value: "DIALECT", help: "dialect of the input; default: detected from its shape" },
    for: { value: "DIALECT", many: true, help: "the targets to check for; repeatable" },
    profile: { value: "PROFILE", help: "check what this profile would send" },
    json: { help: "print [{ for, accepted, problems }] on standard output" },
    ...output,
  },
  maxPositionals: 1,
  arguments: ["FILE|-"],
  load: () => import("../check/run.ts"),
};
