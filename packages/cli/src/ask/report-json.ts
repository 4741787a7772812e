import type { AgentEnd } from "@toolglot/toolbox";
import { escapeInvisibleJson } from "../output/escape.ts";
import { jsonText } from "../output/json.ts";
import { screen } from "../output/screen.ts";
import type { Reporter } from "./report.ts";

/** Reports a conversation as lines of JSON on standard output. */
export function jsonReporter(): Reporter {
  const stdout = screen("stdout");
  const write = (value: object) => {
    const text = jsonText(value, { isCompact: true });
    stdout.print(stdout.isTerminal ? escapeInvisibleJson(text) : text);
  };
  return {
    begin: (start) => write({ type: "start", ...start }),
    notice: (notice) => write({ type: "notice", ...notice }),
    event: write,
    end: (end) => write(endEvent(end)),
  };
}

// The messages are in the file of `--save`.
function endEvent({ type: reason, messages, ...rest }: AgentEnd): object {
  return { type: "end", reason, ...rest };
}
