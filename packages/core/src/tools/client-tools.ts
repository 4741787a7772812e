import { type Feature, MissingFeature } from "../features.ts";
import type { AsClientTool } from "../model/dialect.ts";
import type { HostedFields, ToolFields } from "../model/tool.ts";
import type { Report } from "../report.ts";
import { sourceDialect, type TargetWithSources } from "./source.ts";

/** The tools that vendors define and clients run, as functions. */
export interface ClientTools extends Feature<"clientTools"> {
  /** The tools of each dialect that has some. */
  readonly definitions: Readonly<Record<string, AsClientTool>>;
  asFunctions(tools: readonly ToolFields[], target: ClientToolTarget, report: Report): readonly ToolFields[];
}

/** A target, and whether it has a tool search. */
export interface ClientToolTarget extends TargetWithSources {
  readonly toolSearch?: boolean | undefined;
}

/**
 * Replaces tools that a vendor defines and the client runs (a shell, an editor, a tool search) by functions, for
 * targets that do not have them: the client runs them all the same.
 */
export function clientToolsAsFunctions(
  tools: readonly ToolFields[],
  target: ClientToolTarget,
  report: Report,
): readonly ToolFields[] {
  const foreign = tools.find((tool) => isForeignClientTool(tool, target));
  if (foreign === undefined) return tools;
  const clientTools = report.ledger.features.clientTools as ClientTools | undefined;
  if (clientTools === undefined) throw new MissingFeature("clientTools", `the tool ${foreign.name}`);
  return clientTools.asFunctions(tools, target, report);
}

/** Whether a tool is one that the client runs, and that the target does not have. */
export function isForeignClientTool(tool: ToolFields, target: ClientToolTarget): tool is HostedFields {
  if (tool.type !== "hosted") return false;
  const { dialect, toolSearch } = target;
  const source = sourceDialect(tool, target);
  const known = source === dialect && (toolSearch !== false || tool.vendorType !== dialect.profile.clientSearch);
  return !known && source?.isClientTool?.(tool) === true;
}
