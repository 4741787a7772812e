import { convertTools, decodeTools } from "../api.ts";
import type { DialectName } from "../dialects/names.ts";
import type { Json } from "../model/json.ts";
import type { ToolFields } from "../model/tool.ts";
import type { Alignment, AlignOptions } from "./alignment.ts";
import type { AlignNode } from "./node.ts";
import { alignGroups } from "./rows.ts";

/** Tools on both sides of a translation. */
export interface ToolsPair extends Pick<AlignOptions, "from" | "to" | "profile"> {
  /** The tools in the dialect that they were declared in: the left side. */
  readonly client: Json;
  /** What they were translated to: the right side. */
  readonly provider: Json;
}

/**
 * Aligns tools with their translation.
 *
 * @example
 * alignTools({ from: "mcp", to: "anthropic", client: [{ name: "a.b", inputSchema: { type: "object" } }], provider: [{ name: "a_b", input_schema: { type: "object" } }] }).rows[0]?.right?.pointer;
 * // "/0"
 */
export function alignTools({ client: left, provider: right, ...options }: ToolsPair): Alignment {
  const { names, losses, changes } = convertTools(left, { ...options, onInvalid: "skip" });
  const sentNames = new Map([...names].map(([sent, { name, namespace }]) => [keyOf({ name, namespace }), sent]));
  const declared = toolsIn(left, options.from);
  const group = {
    left: declared.map((tool) => nodeOf(tool, tool.name)),
    sent: declared.map((tool) => nodeOf(tool, sentNames.get(keyOf(tool)) ?? tool.name)),
    right: toolsIn(right, options.to).map((tool) => nodeOf(tool, tool.name)),
  };
  return { rows: alignGroups([group], { left, right }, { losses, changes }), losses, changes };
}

function toolsIn(wire: Json, from: DialectName): readonly ToolFields[] {
  return decodeTools(wire, { from, onInvalid: "skip" }).value;
}

function nodeOf(tool: ToolFields, name: string): AlignNode {
  const keys = tool.type === "hosted" ? [`hosted ${tool.vendorType}`, `hosted ${tool.kind}`] : [`tool ${name}`];
  const label = tool.type === "hosted" ? tool.vendorType : tool.name;
  return { kind: "tool", label, pointer: tool.origin?.path ?? "", keys, fields: [] };
}

function keyOf({ name, namespace }: { readonly name: string; readonly namespace?: string | undefined }): string {
  return JSON.stringify([namespace ?? null, name]);
}
