import { INPUT_KINDS } from "../convert/input-kind.ts";
import { profileNames } from "../profiles.ts";
import type { Command } from "./command.ts";

const ABOUT = `Translates FILE, or standard input, and prints the translation. Losses are reported
on standard error, each with its path in the input and what was done about it. Lost metadata
(fingerprints, timestamps, billing details) is only counted there.

What the input is:
  tools      an array of tools, one tool, a request body, or the answer to MCP's tools/list
  choice     the value of tool_choice (toolConfig for Gemini), as JSON: "auto" in its quotes
  calls      tool calls: alone, in a list, a message or a response
  results    tool results: alone, in a list or in messages; the output is the messages to send
  request    a request body; --from is the client's dialect, --to the provider's
  response   a response body; --from is the provider's dialect, --to the client's
  stream     a streamed response, SSE or NDJSON depending on the dialect: bytes in, bytes out

A single tool, call or result is printed as a single value if the target has one entry for it;
everything else as an array. A choice that the target cannot express is printed as null.

An error response is translated to the error of the other dialect, and the exit code is 1.
A truncated or unreadable stream also ends with such an error.

With --jsonl, each line of the input is such an input, and each line of the output its translation.
Files of any size take constant memory, as streams do. Blank lines are skipped. A line that
cannot be translated is reported with its number and left out; the others continue, and the exit
code is 1. Lines are independent: names are unique within a line only.`;

export const convert: Command = {
  name: "convert",
  summary: "translate tools, calls, requests, responses or streams from one dialect to another",
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
    from: { value: "DIALECT", help: "dialect of the input; default: detected from its shape" },
    to: { value: "DIALECT", help: "dialect to translate into (see: toolglot dialects)" },
    what: { value: "KIND", help: `what the input is: ${INPUT_KINDS.join(", ")}; default: tools` },
    profile: { value: "PROFILE", help: `for tools and requests: ${profileNames.join(", ")}` },
    model: { value: "NAME", help: "for requests: the model to request from the provider" },
    variant: { value: "VARIANT", help: "for tools: a variant of the target's schema dialect" },
    namespace: { value: "NAME", help: "for tools: the namespace of tools that have none" },
    jsonl: { help: "one input per line; not for streams" },
    "on-invalid": {
      value: "throw|skip",
      help: "for tools: fail on a tool that cannot be translated, or leave it out",
    },
    "fail-on-loss": { help: "exit with 3 if content or settings were lost; metadata alone does not count" },
    report: {
      value: "FILE|-",
      help: "write { losses, changes } as JSON to FILE or standard error, instead of a table",
    },
    json: { help: "print { value, losses, changes } on standard output; not for streams" },
    compact: { help: "print JSON on one line" },
  },
  maxPositionals: 1,
  load: () => import("../convert/run.ts"),
};
