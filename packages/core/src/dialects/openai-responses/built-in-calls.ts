import { object, text } from "../../mapping/field-mapping.ts";
import { defineLayout, type Layout } from "../../mapping/layout.ts";
import { readNode, writeNode } from "../../mapping/node.ts";
import { argumentsAsObject, inputAsObject } from "../../mapping/nodes/call-input.ts";
import { createCall } from "../../mapping/nodes/parts.ts";
import type { CallPart } from "../../model/call.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { type BuiltIn, builtInNamed, TOOL_SEARCH } from "./built-ins.ts";

/** Reads a call of a built-in tool, which is a call of a function to other dialects. */
export function decodeBuiltInCall(builtIn: BuiltIn, item: JsonObject, report: Report): CallPart {
  const { values, provenance } = readNode(builtInLayout(builtIn), item, report);
  return createCall(provenance, {
    id: String(values.id ?? ""),
    name: builtIn.type,
    builtIn: builtIn.type,
    input: { type: "value", value: withoutKind(builtIn, values.arguments as JsonObject) },
  });
}

/** Writes a call of a built-in tool; `undefined` if it is none. */
export function encodeBuiltInCall(call: CallPart, report: Report): JsonObject | undefined {
  const builtIn = builtInNamed(call.builtIn);
  if (builtIn === undefined) return undefined;
  const input = argumentsAsObject(call, report);
  const id = call.id === "" ? undefined : call.id;
  return writeNode(builtInLayout(builtIn), call, { id, arguments: withKind(builtIn, input) }, report);
}

/** A call of a built-in tool in a response; `undefined` if clients could not read its arguments. */
export function builtInItem(
  id: string,
  call: Pick<CallPart, "id" | "builtIn" | "input">,
  status: string,
): JsonObject | undefined {
  const builtIn = builtInNamed(call.builtIn);
  const input = builtIn?.fieldOf(inputAsObject(call.input));
  if (builtIn === undefined || input === undefined) return undefined;
  const search = builtIn.type === TOOL_SEARCH ? { execution: "client" } : {};
  return { id, type: builtIn.call, status, call_id: call.id, ...search, [builtIn.field]: input };
}

// `exec` is the only type of action.
function withoutKind({ type }: BuiltIn, input: JsonObject): JsonObject {
  if (type !== "local_shell") return input;
  const { type: _, ...rest } = input;
  return rest;
}

function withKind({ type }: BuiltIn, input: JsonObject): JsonObject {
  return type === "local_shell" ? { type: "exec", ...input } : input;
}

const layouts = new Map<string, Layout>();

/** How a call of a built-in tool is laid out. */
export function builtInLayout(builtIn: BuiltIn): Layout {
  const known = layouts.get(builtIn.type);
  if (known !== undefined) return known;
  const layout = defineLayout<string>({
    dialect: "openai-responses",
    constants: { "/type": builtIn.call, ...(builtIn.type === TOOL_SEARCH ? { "/execution": "client" } : {}) },
    optional: {
      "/status": "completed",
      "/caller/type": "direct",
      "/environment/type": "local",
    },
    ignored: ["/id", "/created_by"],
    fields: { id: text("/call_id"), arguments: object(`/${builtIn.field}`) },
    handled: ["kind", "input", "signature", "name", "namespace", "builtIn"],
    derivedFrom: { input: "arguments" },
  });
  layouts.set(builtIn.type, layout);
  return layout;
}
