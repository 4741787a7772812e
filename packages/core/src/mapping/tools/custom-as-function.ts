// Custom tools take free text, perhaps by a grammar; Chat Completions and Responses have them. For all others, a custom
// tool is a function with one string, whose calls are wrapped and unwrapped here.

import { isObject } from "../../json/value.ts";
import type { CallInput } from "../../model/call.ts";
import type { CustomFields, FunctionFields, ToolFields } from "../../model/tool.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";
import { parseInput } from "../nodes/call-input.ts";

/** The argument of the function that replaces a custom tool. */
const INPUT = "input";

/**
 * Replaces a custom tool, which takes free text, by a function with one argument, for providers without custom tools.
 */
export function customAsFunction(tool: ToolFields, report: Report): ToolFields {
  if (tool.type !== "custom") return tool;
  const place = Place.root.below(tool.origin?.path ?? "");
  report.on(place).change("custom-to-function");
  if (tool.format?.type === "grammar") {
    // In the layout, the format is several fields.
    const { formatType = "/format/type" } = tool.origin?.fields ?? {};
    const format = place.below(formatType.slice(0, -"/type".length));
    report.on(format).lose("grammar", { feature: "format", action: "described" });
  }
  const { format, type, ...fields } = tool;
  const property = { type: "string", description: "The whole input of the tool, as plain text." };
  const inputSchema = { type: "object", properties: { [INPUT]: property }, required: [INPUT] };
  return { ...fields, ...described(tool), type: "function", inputSchema } satisfies FunctionFields;
}

/** Wraps the input of a custom tool in the arguments of that function. */
export function wrapTextInput(input: CallInput): CallInput {
  return input.type === "text" ? { type: "value", value: { [INPUT]: input.text } } : input;
}

/** The input in the arguments of that function; the whole text if they have another shape. */
export function unwrapTextInput(input: CallInput): CallInput {
  const { value, text } = parseInput(input);
  const inner = isObject(value) ? value[INPUT] : value;
  return { type: "text", text: typeof inner === "string" ? inner : text };
}

function described({ description, format }: CustomFields): { description?: string } {
  const grammar =
    format?.type === "grammar"
      ? `The input must follow this ${format.syntax} grammar:\n${format.definition}`
      : undefined;
  const text = [description, grammar].filter((line) => line !== undefined).join("\n\n");
  return text === "" ? {} : { description: text };
}
