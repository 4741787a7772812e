import { findDialect } from "../dialects/index.ts";
import type { Dialect } from "../model/dialect.ts";
import type { ToolFields } from "../model/tool.ts";
import { type Report, toolPlace } from "../report.ts";
import type { ClientToolTarget } from "./client-tools.ts";

/** A target, and which tools the model has been told of in the conversation so far, as `namespace:name`. */
export interface DeferralTarget extends ClientToolTarget {
  readonly loaded?: ReadonlySet<string>;
}

/**
 * Tools that are only shown when they are searched for, sent in full where nothing at the target could find them. A tool that
 * the conversation has loaded already is shown either way.
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
    else at.lose("field");
    return plain as ToolFields;
  });
}

/** Tools without a vendor's own search for tools, where the target's model does not have it. */
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

/** What a tool is known by among those that a conversation has loaded. */
export function loadedKey({
  name,
  namespace,
}: {
  readonly name: string;
  readonly namespace?: string | undefined;
}): string {
  return namespace === undefined ? name : `${namespace}:${name}`;
}

/** Whether a tool searches for others at the target: one that the target has, and runs or has its clients run. */
function isSearch(tool: ToolFields, { dialect, toolSearch }: DeferralTarget): boolean {
  if (tool.type !== "hosted" || toolSearch === false) return false;
  if (tool.origin?.dialect === dialect.id && tool.vendorType === dialect.profile.clientSearch) return true;
  return tool.kind === "tool-search" && canSay(tool.origin?.dialect, dialect);
}

function canSay(source: string | undefined, target: Dialect): boolean {
  return findDialect(source ?? "") === target || target.profile.hosted["tool-search"] !== undefined;
}

// In its own dialect a client may search by any function, and name what it found.
function isOwn({ origin }: ToolFields, { dialect, toolSearch }: DeferralTarget): boolean {
  return origin?.dialect === dialect.id && toolSearch !== false;
}

function isDeferred(tool: ToolFields): tool is Exclude<ToolFields, { type: "hosted" }> {
  return tool.type !== "hosted" && tool.deferLoading === true;
}
