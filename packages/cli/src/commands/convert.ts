import { readJob } from "../convert/job.ts";
import { kinds } from "../convert/kind.ts";
import { convertLines } from "../convert/lines.ts";
import { convertWhole } from "../convert/whole.ts";
import { profileNames } from "../profiles.ts";
import type { Command } from "./command.ts";

const ABOUT = `Translates FILE, or standard input, and prints the translated JSON. What was lost on the way
is told on standard error, with its path in the input and what was done about it.

The input may be an array of tools, one tool, a request body, or the answer to MCP's tools/list.
One tool comes out as one tool where the target has one entry for it; from all others comes an
array, which is what the target's "tools" field takes.

With --jsonl, each line of the input is a tool or an array of tools, and each line of the output
is its translation. Files of any size take constant memory. Blank lines are passed over. A line
that cannot be translated is told with its number and left out; the others go on, and the exit
code is 1. Each line stands for itself: names are unique within a line only.`;

export const convert: Command = {
  name: "convert",
  summary: "translate tools from one dialect to another",
  usage: "convert [FILE|-] [--from DIALECT] --to DIALECT [OPTIONS]",
  about: ABOUT,
  examples: [
    "toolglot convert tools.json --from mcp --to openai-chat --profile strict",
    "curl -s … | toolglot convert --from openai --to gemini --fail-on-loss > gemini.json",
    "toolglot convert all.jsonl --jsonl --from mcp --to anthropic --report losses.jsonl > claude.jsonl",
  ],
  options: {
    from: { value: "DIALECT", help: "dialect of the input; told from its shape where left out" },
    to: { value: "DIALECT", help: "dialect to translate into (see: toolglot dialects)" },
    what: { value: "KIND", help: `what the input is: ${Object.keys(kinds).join(", ")}; tools unless told` },
    profile: { value: "PROFILE", help: profileNames.join(", ") },
    variant: { value: "VARIANT", help: "one of the target's ways to take schemas" },
    namespace: { value: "NAME", help: "namespace of the tools that bring none of their own" },
    jsonl: { help: "one tool, or one array of tools, per line" },
    "on-invalid": { value: "throw|skip", help: "whether a tool that cannot be translated fails all, or is left out" },
    "fail-on-loss": { help: "exit with 3 if anything was lost" },
    report: {
      value: "FILE|-",
      help: "write { losses, changes } as JSON to FILE, or to standard error, not as a table",
    },
    json: { help: "print { value, losses, changes } on standard output" },
    compact: { help: "print JSON on one line" },
  },
  maxPositionals: 1,
  run: (args) => (args.has("jsonl") ? convertLines(readJob(args)) : convertWhole(readJob(args))),
};
