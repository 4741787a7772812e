import type { Command } from "./command.ts";

const ABOUT = `Tells what each target would refuse (error), or ignore (warning), in the tools of FILE or of
standard input: as they are, or, with --profile, as that profile would write them.
Exits with 1 where a target would refuse, with 0 where there are warnings at most.`;

export const check: Command = {
  name: "check",
  summary: "tell what providers would refuse in tools",
  usage: "check [FILE|-] [--from DIALECT] --for DIALECT [--for DIALECT…] [OPTIONS]",
  about: ABOUT,
  examples: ["toolglot check tools.json --from mcp --for openai-chat --for anthropic --for gemini"],
  options: {
    from: { value: "DIALECT", help: "dialect of the input; told from its shape where left out" },
    for: { value: "DIALECT", many: true, help: "a target to check for; may be given several times" },
    profile: { value: "PROFILE", help: "check what this profile would send" },
    json: { help: "print [{ for, accepted, problems }] on standard output" },
  },
  maxPositionals: 1,
  load: () => import("../check/run.ts"),
};
