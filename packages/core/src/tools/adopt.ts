import { escapePointer } from "../json/pointer.ts";
import type { HostedFields, Origin, ToolFields } from "../model/tool.ts";
import { sourceDialect, type TargetWithSources } from "./source.ts";

/**
 * Reads the settings of a hosted tool that was created with `createTool`, by the vendor of its type; other tools stay
 * as they are.
 */
export function adoptHostedTool(tool: ToolFields, target: TargetWithSources): ToolFields {
  if (tool.type !== "hosted" || sourceDialect(tool, target) !== undefined) return tool;
  for (const { adopt } of [target.dialect, ...target.sources]) {
    const own = adopt?.(tool);
    if (own !== undefined) return own;
  }
  return { ...tool, origin: originOf(tool) };
}

// No dialect has this type: settings with canonical names are kept, others are lost.
function originOf({ name, settings, origin }: HostedFields): Origin {
  const keys = Object.keys(settings).filter((key) => key !== "name" || settings.name !== name);
  const fields = Object.fromEntries(keys.map((key) => [key, `/settings/${escapePointer(key)}`]));
  return { dialect: "canonical", path: "", ...origin, fields };
}
