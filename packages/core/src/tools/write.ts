import type { Ledger } from "../ledger.ts";
import type { Json } from "../model/json.ts";
import type { ToolFields } from "../model/tool.ts";
import { finish } from "../steps.ts";
import { lowerTools } from "./lower.ts";
import type { LoweredTool } from "./lower-one.ts";
import { reportFor, type ToolTarget } from "./target.ts";

/** Encoded tools, and the draft and lens of each. */
export interface WrittenTools {
  readonly value: Json[];
  readonly tools: readonly LoweredTool[];
}

/** Lowers the schemas of canonical tools by a profile, and encodes them in a dialect. */
export function writeTools(tools: readonly ToolFields[], target: ToolTarget, ledger: Ledger): WrittenTools {
  return encodeLowered(finish(lowerTools(tools, target, ledger)), target, ledger);
}

/** Encodes lowered tools. */
export function encodeLowered(tools: readonly LoweredTool[], target: ToolTarget, ledger: Ledger): WrittenTools {
  const drafts = tools.map(({ draft }) => draft);
  return { value: target.dialect.tools.encode(drafts, reportFor(target, ledger)), tools };
}
