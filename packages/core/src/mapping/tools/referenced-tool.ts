// `tool_choice: { type: "web_search" }`: a choice that names a hosted tool by its type.

import { Ledger } from "../../ledger.ts";
import type { ToolCodec } from "../../model/dialect.ts";
import type { Json } from "../../model/json.ts";
import type { HostedFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { readTools } from "./read-list.ts";

/** The hosted tool that a tool choice refers to by its type and settings; `undefined` where it names none. */
export function referencedTool(wire: Json, codec: ToolCodec, { ledger }: Report): HostedFields | undefined {
  // A reference that is no tool is reported where it is looked up.
  const [tool] = readTools([wire], codec, new Ledger(ledger.dialects, ledger), { onInvalid: "skip" });
  return tool?.type === "hosted" ? tool : undefined;
}
