import { INPUT_KINDS } from "../convert/input-kind.ts";
import { profileNames } from "../profiles.ts";
import type { Command } from "./command.ts";

const ABOUT = `Translates FILE, or standard input, and prints the translation. What was lost on the way is told
on standard error, with its path in the input and what was done about it.

What the input is:
  tools      an array of tools, one tool, a request body, or the answer to MCP's tools/list
  choice     the value of tool_choice (toolConfig for Gemini), as JSON: "auto" in its quotes
  calls      calls that a model made: alone, in a list, a message or a response
  results    what tools answered: alone, in a list or in messages; out come the messages to send
  request    a request body; --from is the client's dialect, --to the provider's
  response   a response body; --from is the provider's dialect, --to the client's
  stream     a response as it comes, SSE or NDJSON as the dialect has it: bytes in, bytes out

One tool, call or result comes out as one where the target has one entry for it; from all others
comes an array. A choice that the target cannot say comes out as null.

An answer that is an error comes out as the error of the other dialect, and the exit code is 1.
A stream that breaks off, or cannot be read, ends in such an error, too.

With --jsonl, each line of the input is such an input, and each line of the output its translation.
Files of any size take constant memory, as streams do. Blank lines are passed over. A line that
cannot be translated is told with its number and left out; the others go on, and the exit code
is 1. Each line stands for itself: names are unique within a line only.`;

export const convert: Command = {
  name: "convert",
  summary: "translate tools, calls, requests, answers or streams from one dialect to another",
  usage: "convert [FILE|-] [--from DIALECT] --to DIALECT [--what KIND] [OPTIONS]",
  about: ABOUT,
  examples: [
    "toolglot convert tools.json --from mcp --to openai-chat --profile strict",
    "curl -s … | toolglot convert --from openai --to gemini --fail-on-loss > gemini.json",
    "toolglot convert all.jsonl --jsonl --from mcp --to anthropic --report losses.jsonl > claude.jsonl",
    "toolglot convert request.json --what request --from anthropic --to openai --model gpt-5.6",
    "echo '\"required\"' | toolglot convert --what choice --from openai --to anthropic",
    "curl -sN … | toolglot convert --what stream --from openai --to anthropic",
  ],
  options: {
    from: { value: "DIALECT", help: "dialect of the input; told from its shape where left out" },
    to: { value: "DIALECT", help: "dialect to translate into (see: toolglot dialects)" },
    what: { value: "KIND", help: `what the input is: ${INPUT_KINDS.join(", ")}; tools unless told` },
    profile: { value: "PROFILE", help: `for tools and requests: ${profileNames.join(", ")}` },
    model: { value: "NAME", help: "for requests: the provider's model to ask, whatever the client asks for" },
    variant: { value: "VARIANT", help: "for tools: one of the target's ways to take schemas" },
    namespace: { value: "NAME", help: "for tools: namespace of those that bring none of their own" },
    jsonl: { help: "one input per line; not for streams" },
    "on-invalid": {
      value: "throw|skip",
      help: "for tools: whether one that cannot be translated fails all, or is left out",
    },
    "fail-on-loss": { help: "exit with 3 if anything was lost" },
    report: {
      value: "FILE|-",
      help: "write { losses, changes } as JSON to FILE, or to standard error, not as a table",
    },
    json: { help: "print { value, losses, changes } on standard output; not for streams" },
    compact: { help: "print JSON on one line" },
  },
  maxPositionals: 1,
  load: () => import("../convert/run.ts"),
};
