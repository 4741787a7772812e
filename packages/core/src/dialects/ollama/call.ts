import { inputObject } from "../../content/input.ts";
import type { CallPart } from "../../model/call.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { type Form, formOf } from "../forms/form.ts";
import { fieldOf, writeNode } from "../forms/node.ts";
import { remembered } from "../forms/remember.ts";
import { anything, count, text } from "../forms/rule.ts";

/** Older servers send neither ids nor indexes: https://docs.ollama.com/capabilities/tool-calling */
export const CALL: Form = formOf<string>({
  dialect: "ollama",
  optional: { "/type": "function" },
  rules: {
    id: { ...text("/id"), missing: "" },
    index: count("/function/index"),
    name: text("/function/name"),
    input: { ...anything("/function/arguments"), missing: {} },
  },
  handled: ["kind", "namespace", "seal"],
});

/** Writes a call of a list; one from elsewhere says where it stands in it. */
export function writeListed(call: CallPart, index: number, report: Report): JsonObject {
  return writeCall(call, call.origin?.dialect === "ollama" ? remembered(call, "ollama", "index") : index, report);
}

/** Writes a call and where it stands in its list, as far as that is known. */
export function writeCall(call: CallPart, index: Json | undefined, report: Report): JsonObject {
  const { id, name, input } = call;
  const own = call.origin?.dialect === "ollama";
  const said = own && input.type === "value" ? input.value : inputObject(input, () => fieldOf(call, "input", report));
  return writeNode(CALL, call, { id: id === "" && !own ? undefined : id, name, input: said, index }, report);
}
