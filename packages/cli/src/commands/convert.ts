import { INPUT_KINDS } from "../convert/input-kind.ts";
import { profileNames } from "../profiles.ts";
import type { Command } from "./command.ts";
import { output } from "./output.ts";

const ABOUT = `Translates FILE, or standard input, and prints the translation. Losses are reported
on standard error, each with its path in the input and what was done about it. Lost metadata
(fingerprints, timestamps, billing details) is only counted there.

What the input is, and its dialect, are detected from its shape; --what and --from override that:
  tools      an array of tools, one tool, or the answer to MCP's tools/list; of a request, its tools alone
  choice     the value of tool_choice (toolConfig for Gemini), as JSON: "auto" in its quotes; never detected
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
code is 1. Lines are independent: names are unique within a line only. Lines of whole responses
are translated in this way without --jsonl as well.`;

export const convert: Command = {
  name: "convert",
  summary: "translate tools, requests, responses or streams between dialects",
  usage: "convert [FILE|-] [--from DIALECT] --to DIALECT [--what KIND] [OPTIONS]",
  about: ABOUT,
  examples: [
    "toolglot convert request.json --to openai --model gpt-5.6 -o chat.json",
    "toolglot convert tools.json --from mcp --to openai-chat --profile strict",
    "curl -s … | toolglot convert --to gemini --fail-on-loss > gemini.json",
    "curl -sN … | toolglot convert --to anthropic",
    "toolglot convert all.jsonl --jsonl --to anthropic --report lost.jsonl",
    "toolglot convert request.json --to gemini --html -o request.html",
    "echo '\"required\"' | toolglot convert --what choice --from openai --to claude",
  ],
  options: {
    from: { value: "DIALECT", help: "dialect of the input; default: detected from its shape" },
    to: { value: "DIALECT", help: "dialect to translate into (see: toolglot dialects)" },
    what: { value: "KIND", help: `what the input is: ${INPUT_KINDS.join(", ")}; default: detected` },
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
    html: { help: "print a page that shows the translation side by side; for tools, requests, responses and streams" },
    ...output,
  },
  maxPositionals: 1,
  arguments: ["FILE|-"],
  load: () => import("../convert/run.ts"),
};
