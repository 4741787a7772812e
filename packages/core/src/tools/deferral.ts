import { levelOf } from "../loss-levels.ts";
import type { Dialect } from "../model/dialect.ts";
import type { ToolFields } from "../model/tool.ts";
import type { Report } from "../report.ts";
import { toolPlace } from "../tool-place.ts";
import type { ClientToolTarget } from "./client-tools.ts";

/** A target, and the tools that the conversation has loaded so far, as `namespace:name`. */
export interface DeferralTarget extends ClientToolTarget {
  readonly loaded?: ReadonlySet<string> | undefined;
}

/**
 * Declares deferred tools in full if the target has no tool search that could load them. A tool that the conversation
 * has already loaded is declared in full anyway.
 */
export function withoutUselessDeferral(
  tools: readonly ToolFields[],
  target: DeferralTarget,
  report: Report,
): readonly ToolFields[] {
  const deferred = tools.some(isDeferred);
  if (!deferred || tools.some((tool) => isSearch(tool, target))) return tools;
  return tools.map((tool) => {
    if (!isDeferred(tool) || isOwn(tool, target)) return tool;
    const { deferLoading, ...plain } = tool;
    const at = report.field(tool, "deferLoading");
    if (target.loaded?.has(loadedKey(tool)) === true) at.change("loaded-tool");
    else at.loseField(levelOf("deferLoading"));
    return plain as ToolFields;
  });
}

/** Removes the vendor's hosted tool search if the target's model does not support it. */
export function withoutSearch(
  tools: readonly ToolFields[],
  { toolSearch }: DeferralTarget,
  report: Report,
): readonly ToolFields[] {
  if (toolSearch !== false) return tools;
  return tools.filter((tool) => {
    const hosted = tool.type === "hosted" && tool.kind === "tool-search";
    if (hosted) report.on(toolPlace(tool)).lose("tool", { feature: tool.vendorType });
    return !hosted;
  });
}

/** The key of a tool among those that a conversation has loaded. */
export function loadedKey({
  name,
  namespace,
}: {
  readonly name: string;
  readonly namespace?: string | undefined;
}): string {
  return namespace === undefined ? name : `${namespace}:${name}`;
}

/** Whether a tool is a tool search that the target has, run by the provider or by its clients. */
function isSearch(tool: ToolFields, { dialect, toolSearch }: DeferralTarget): boolean {
  if (tool.type !== "hosted" || toolSearch === false) return false;
  if (tool.origin?.dialect === dialect.id && tool.vendorType === dialect.profile.clientSearch) return true;
  return tool.kind === "tool-search" && hasToolSearch(tool.origin?.dialect, dialect);
}

function hasToolSearch(source: string | undefined, target: Dialect): boolean {
  return source === target.id || target.profile.hosted["tool-search"] !== undefined;
}

// Within one dialect, a client may search with any function, and name the tools that it found.
function isOwn({ origin }: ToolFields, { dialect, toolSearch }: DeferralTarget): boolean {
  return origin?.dialect === dialect.id && toolSearch !== false;
}

/** Whether a tool is loaded only when it is searched for. */
export function isDeferred(tool: ToolFields): tool is Exclude<ToolFields, { type: "hosted" }> {
  return tool.type !== "hosted" && tool.deferLoading === true;
}
