import { dialects, type JsonSchema } from "@toolglot/core";
import { converters } from "../convert/converters.ts";
import { INPUT_KINDS } from "../convert/input-kind.ts";
import { profileNames } from "../profiles.ts";

// Commands that depend on their arguments only, and change nothing.
const COMMANDS = ["convert", "check", "dialects"];

// The kinds of input that are one JSON text.
const VALUE_KINDS = INPUT_KINDS.filter((what) => converters[what].type === "value");

/** The tool definition of toolglot, which it prints for `--schema` like every other executable tool. */
export const definition: {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly annotations: Readonly<Record<string, boolean>>;
} = {
  name: "toolglot",
  description: `Translate LLM tool definitions, calls, results, requests and responses between the wire formats of providers, and report everything that is lost on the way.
convert: translates input from one dialect to another, and returns { value, losses, changes }, with { what } if it was not given.
check: lists what a provider would reject (error) or ignore (warning) in the tools of input, and returns { for, accepted, problems }.
dialects: returns all dialects and profiles; takes nothing else.`,
  parameters: {
    type: "object",
    properties: {
      command: { type: "string", description: "What to do", enum: COMMANDS },
      input: { type: "string", description: "What to translate or check, as JSON text" },
      from: { type: "string", description: "Dialect of the input; default: detected from its shape", enum: names() },
      to: { type: "string", description: "Dialect to translate into, or to check for", enum: names() },
      what: { type: "string", description: "What the input is; default: detected from its shape", enum: VALUE_KINDS },
      profile: { type: "string", description: "How schemas are written; default: native", enum: [...profileNames] },
      model: { type: "string", description: "For requests: the model to ask" },
    },
    required: ["command"],
  },
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
};

function names(): string[] {
  return dialects.map(({ id }) => id);
}
