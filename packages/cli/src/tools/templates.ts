/** A tool to start from. */
export interface Template {
  /** The program, for a tool of this name. */
  source(name: string): string;
  /** Arguments that it can be called with. */
  readonly example: Readonly<Record<string, string | number>>;
}

/** A template per language. Each survives any text in its arguments, and shows how to fail. */
export const TEMPLATES: Readonly<Record<string, Template>> = {
  sh: { source: shellTool, example: { count: 3 } },
  python: { source: pythonTool, example: { text: "three little\nwords" } },
  node: { source: nodeTool, example: { text: "three little\nwords" } },
};

// A number can be cut out of JSON by a pattern, since the arguments were validated before. Text cannot.
function shellTool(name: string): string {
  return `#!/bin/sh
# ${name}: prints its definition for --schema; otherwise reads its arguments as JSON and prints its result as JSON.
if [ "$1" = --schema ]; then
  cat <<'END'
{
  "name": "${name}",
  "description": "Count from 1 to a number.",
  "parameters": {
    "type": "object",
    "properties": {
      "count": { "type": "integer", "description": "Where to stop, from 1 to 100" }
    },
    "required": ["count"]
  },
  "annotations": { "readOnlyHint": true }
}
END
  exit
fi

# sh cannot read JSON strings, with their quotes and escapes; if your tool takes text, use jq:
#   text=$(jq -r .text)
count=$(sed -n 's/.*"count" *: *\\([0-9]*\\).*/\\1/p')

# To fail, print an error and exit with any code but 0. Standard error is a log, which the model does not see then.
if [ "\${count:-0}" -lt 1 ] || [ "$count" -gt 100 ]; then
  echo '{"tool_success": false, "error": "count must be from 1 to 100"}'
  exit 1
fi

echo "counting to $count" >&2
numbers=$(seq -s ', ' "$count")
echo "{\\"numbers\\": [\${numbers%, }]}"
`;
}

function pythonTool(name: string): string {
  return `#!/usr/bin/env python3
"""${name}: prints its definition for --schema; otherwise reads its arguments as JSON and prints its result as JSON."""

import json
import sys

DEFINITION = {
    "name": "${name}",
    "description": "Count the lines, words and characters of a text.",
    "parameters": {
        "type": "object",
        "properties": {
            "text": {"type": "string", "description": "The text to count"},
        },
        "required": ["text"],
    },
    "annotations": {"readOnlyHint": True},
}


def run(arguments):
    text = arguments["text"]
    if text == "":
        raise ValueError("text is empty")
    return {"lines": len(text.splitlines()), "words": len(text.split()), "characters": len(text)}


if sys.argv[1:] == ["--schema"]:
    print(json.dumps(DEFINITION))
else:
    try:
        print(json.dumps(run(json.load(sys.stdin))))
    except ValueError as error:
        # To fail, print an error and exit with any code but 0. Standard error is a log, which the model does not see then.
        print(json.dumps({"tool_success": False, "error": str(error)}))
        sys.exit(1)
`;
}

function nodeTool(name: string): string {
  return `#!/usr/bin/env node
// ${name}: prints its definition for --schema; otherwise reads its arguments as JSON and prints its result as JSON.
const { readFileSync } = require("node:fs");

const DEFINITION = {
  name: "${name}",
  description: "Count the lines, words and characters of a text.",
  parameters: {
    type: "object",
    properties: {
      text: { type: "string", description: "The text to count" },
    },
    required: ["text"],
  },
  annotations: { readOnlyHint: true },
};

function run({ text }) {
  if (text === "") throw new Error("text is empty");
  const words = text.split(/\\s+/).filter((word) => word !== "");
  return { lines: text.split("\\n").length, words: words.length, characters: [...text].length };
}

if (process.argv[2] === "--schema") {
  console.log(JSON.stringify(DEFINITION));
} else {
  try {
    console.log(JSON.stringify(run(JSON.parse(readFileSync(0, "utf8")))));
  } catch (error) {
    // To fail, print an error and exit with any code but 0. Standard error is a log, which the model does not see then.
    console.log(JSON.stringify({ tool_success: false, error: error.message }));
    process.exitCode = 1;
  }
}
`;
}
