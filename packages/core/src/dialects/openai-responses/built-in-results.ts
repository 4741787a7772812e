import { stringifyJson } from "../../json/stringify.ts";
import { isArray } from "../../json/value.ts";
import { anything, text } from "../../mapping/field-mapping.ts";
import { defineLayout, type Layout } from "../../mapping/layout.ts";
import { fieldReport, readNode, writeNode } from "../../mapping/node.ts";
import { readOpaque } from "../../mapping/nodes/opaque.ts";
import { createResult } from "../../mapping/nodes/parts.ts";
import { noteOf, withNotes } from "../../mapping/notes.ts";
import { CHANGED } from "../../mapping/outcome.ts";
import type { OpaquePart } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part, ResultPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { type BuiltIn, builtInNamed } from "./built-ins.ts";
import { loadedText, loadedTools } from "./loaded.ts";

/** Reads the output of a built-in tool; its own fields are kept for this dialect. */
export function decodeBuiltInResult(builtIn: BuiltIn, item: JsonObject, report: Report): ResultPart {
  const { values, provenance } = readNode(layoutFor(builtIn), item, report);
  const { output = null, status = null } = values;
  return createResult(withNotes(provenance, DIALECT, { output, status }), {
    id: String(values.id ?? ""),
    builtIn: builtIn.type,
    parts: partsOf(builtIn, item, output, report),
    plain: true,
    isError: status === "failed" ? true : undefined,
  });
}

/** Writes the output of a built-in tool; `undefined` if it is none, or from another dialect. */
export function encodeBuiltInResult(result: ResultPart, report: Report): JsonObject | undefined {
  const builtIn = builtInNamed(result.builtIn);
  const output = noteOf(result, DIALECT, "output");
  if (builtIn === undefined || output === undefined) return undefined;
  const id = result.id === "" ? CHANGED : result.id;
  const status = noteOf(result, DIALECT, "status") ?? undefined;
  return writeNode(layoutFor(builtIn), result, { id, output: output ?? undefined, status }, report);
}

const DIALECT = "openai-responses";

// Each type has a field of its own: a text, a list with the output of each command, or the tools that were found.
function partsOf(builtIn: BuiltIn, item: JsonObject, output: Json, report: Report): Part[] {
  if (isArray(output) && builtIn.output === "tool_search_output") return [found(item, output, report)];
  return [{ type: "text", text: outputText(output, item), origin: fieldOrigin(report) }];
}

function outputText(output: Json, { status }: JsonObject): string {
  if (output === null) return String(status ?? "");
  return typeof output === "string" ? output : stringifyJson(output);
}

function found(item: JsonObject, tools: readonly Json[], report: Report): OpaquePart {
  const opaque = readOpaque(DIALECT, item, "tool_search_output", report);
  return { ...opaque, text: loadedText(tools), loads: loadedTools(tools) };
}

function fieldOrigin(report: Report): NonNullable<Part["origin"]> {
  return { dialect: DIALECT, place: fieldReport({}, "output", report).place, fields: {} };
}

const layouts = new Map<string, Layout>();

// The output of a local shell is known by `id` as well: https://developers.openai.com/api/reference/resources/responses
function layoutFor({ type, output }: BuiltIn): Layout {
  const known = layouts.get(type);
  if (known !== undefined) return known;
  const local = type === "local_shell";
  const layout = defineLayout<string>({
    dialect: DIALECT,
    constants: { "/type": output },
    optional: { "/execution": "client", "/caller/type": "direct" },
    ignored: ["/id", "/created_by", "/max_output_length"],
    fields: {
      id: local ? text("/call_id", "/id") : text("/call_id"),
      output: anything(type === "tool_search" ? "/tools" : "/output"),
      status: text("/status"),
    },
    handled: ["parts", "plain", "kind", "isError", "structured", "name", "namespace", "builtIn"],
  });
  layouts.set(type, layout);
  return layout;
}
