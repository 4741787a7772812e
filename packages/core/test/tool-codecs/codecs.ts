import { dialects, findDialect } from "../../src/dialects/index.ts";
import { Ledger } from "../../src/ledger.ts";
import type { Json } from "../../src/model/json.ts";
import type { Loss } from "../../src/model/loss.ts";
import type { ToolDraft, ToolFields } from "../../src/model/tool.ts";
import { Report } from "../../src/report.ts";

export const ids = dialects.map(({ id }) => id);
export const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

export function convert(
  wire: readonly Json[],
  from: string,
  to: string,
  variant?: string,
): { value: Json[]; losses: Loss[] } {
  const ledger = new Ledger({ from, to });
  const drafts = read(wire, from).map(draftOf);
  const value = write(variant === undefined ? drafts : drafts.map((draft) => ({ ...draft, variant })), to, ledger);
  return { value, losses: ledger.losses() };
}

export function write(
  drafts: readonly ToolDraft[],
  to: string,
  ledger: Ledger = new Ledger({ from: "canonical", to }),
): Json[] {
  return findDialect(to)?.tools.encode(drafts, new Report(ledger, "from_canonical")) ?? [];
}

export function read(wire: readonly Json[], from: string): ToolFields[] {
  return findDialect(from)?.tools.decode(wire, new Report(new Ledger({ from, to: from }), "to_canonical")) ?? [];
}

export function lost(wire: readonly Json[], from: string, to: string): string[] {
  return convert(wire, from, to).losses.map(({ feature, path }) => `${feature} ${path}`);
}

export function draftOf(tool: ToolFields): ToolDraft {
  if (tool.type !== "function") return { tool, name: tool.name };
  const { name, inputSchema, outputSchema, strict } = tool;
  return {
    tool,
    name,
    inputSchema,
    ...(outputSchema !== undefined && { outputSchema }),
    ...(strict !== undefined && { strict }),
  };
}
