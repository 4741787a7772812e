import type { ToolDefinition } from "./definition.ts";
import type { GuardedCandidate } from "./guarded.ts";

/** An executable with its definition. */
export interface DescribedTool {
  readonly candidate: GuardedCandidate;
  readonly definition: ToolDefinition;
}
