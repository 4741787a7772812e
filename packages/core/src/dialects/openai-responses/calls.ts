import { defaultNode } from "../../fast/default-node.ts";
import { plainCall } from "../../fast/plain-parts.ts";
import { expectObject } from "../../mapping/expect.ts";
import { anything, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { readNode, writeNode } from "../../mapping/node.ts";
import { inputAsText } from "../../mapping/nodes/call-input.ts";
import { createCall } from "../../mapping/nodes/parts.ts";
import type { CallInput, CallPart } from "../../model/call.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { decodeBuiltInCall, encodeBuiltInCall } from "./built-in-calls.ts";
import { builtInOfCall } from "./built-ins.ts";

export function decode(wire: Json, report: Report): CallPart {
  const item = expectObject(wire, "a function_call item", report);
  const byDefault = defaultNode(FUNCTION_CALL, item, 4, report);
  if (byDefault && isDefaultCall(item))
    return createCall(byDefault, {
      id: item.call_id,
      name: item.name,
      input: { type: "json", text: item.arguments },
    });
  const builtIn = builtInOfCall(item);
  if (builtIn !== undefined) return decodeBuiltInCall(builtIn, item, report);
  const custom = item.type === "custom_tool_call";
  const { values, provenance } = readNode(custom ? CUSTOM_CALL : FUNCTION_CALL, item, report);
  const { id, name, namespace, arguments: sent } = values;
  if (typeof name !== "string") return report.fail("missing-name", "expected a call with the name of its tool");
  const input: CallInput = custom ? { type: "text", text: String(sent ?? "") } : argumentsOf(sent);
  return createCall(provenance, {
    id: String(id ?? ""),
    name,
    namespace: typeof namespace === "string" ? namespace : undefined,
    kind: custom ? "custom" : "function",
    input,
  });
}

export function encode(call: CallPart, report: Report): JsonObject {
  const { id, name, namespace, input } = call;
  const item = call.builtIn === undefined ? undefined : encodeBuiltInCall(call, report);
  if (item !== undefined) return item;
  if (call.kind === "custom" && input.type === "text")
    return writeNode(CUSTOM_CALL, call, { id, name, namespace, arguments: input.text }, report);
  const sent = argumentsWire(call);
  if (plainCall(call, DIALECT, report)) return { type: "function_call", call_id: id, name, arguments: sent };
  return writeNode(FUNCTION_CALL, call, { id, name, namespace, arguments: sent }, report);
}

const DIALECT = "openai-responses";

/** Fields with their default values; the id of the item is the server's own. */
const OPTIONAL = { "/status": "completed", "/caller/type": "direct", "/async": false };

const HANDLED = ["kind", "input", "signature", "builtIn"];

/** https://developers.openai.com/api/docs/guides/function-calling */
const FUNCTION_CALL = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/type": "function_call" },
  optional: OPTIONAL,
  ignored: ["/id"],
  fields: {
    id: text("/call_id"),
    name: text("/name", "/function/name"),
    namespace: text("/namespace"),
    arguments: anything("/arguments", "/function/arguments"),
  },
  handled: HANDLED,
});

const CUSTOM_CALL = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/type": "custom_tool_call" },
  optional: OPTIONAL,
  ignored: ["/id"],
  fields: { id: text("/call_id"), name: text("/name"), namespace: text("/namespace"), arguments: text("/input") },
  handled: HANDLED,
});

type DefaultCall = JsonObject & { readonly call_id: string; readonly name: string; readonly arguments: string };

function isDefaultCall(item: JsonObject): item is DefaultCall {
  if (item.type !== "function_call") return false;
  return typeof item.call_id === "string" && typeof item.name === "string" && typeof item.arguments === "string";
}

function argumentsOf(sent: Json | undefined): CallInput {
  if (sent === undefined) return { type: "json", text: "" };
  return typeof sent === "string" ? { type: "json", text: sent } : { type: "value", value: sent };
}

// OpenAI's arguments are text; what a compatible server sends as an object stays one.
function argumentsWire({ input, origin }: CallPart): Json {
  if (origin?.dialect !== DIALECT) return inputAsText(input);
  return input.type === "value" ? input.value : input.text;
}
