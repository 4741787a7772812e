import type { ToolBase } from "./model/tool.ts";
import { Place } from "./place.ts";

/** Where a tool stands in the source that it was decoded from. */
export function toolPlace(tool: ToolBase): Place {
  return Place.root.below(tool.origin?.path ?? "");
}

/** Where a canonical field of a tool stands in the source that the tool was decoded from. */
export function toolFieldPlace(tool: ToolBase, field: string): Place {
  const origin = tool.origin;
  return Place.root.below((origin?.path ?? "") + (origin?.fields[field] ?? `/${field}`));
}
