import type { JsonObject } from "@toolglot/core";
import type { ToolOutcome } from "../tool.ts";
import type { TokenUsage } from "./generate.ts";
import type { AgentLimit } from "./limit.ts";
import type { AgentCall } from "./message.ts";

/** An event of a running conversation. */
export type AgentEvent =
  | { readonly type: "turn-start"; readonly turn: number }
  | { readonly type: "reasoning-delta"; readonly text: string }
  | { readonly type: "text-delta"; readonly text: string }
  /** The model's response is complete. */
  | {
      readonly type: "turn-end";
      readonly turn: number;
      readonly stop: string;
      readonly content: readonly JsonObject[];
      readonly usage?: TokenUsage;
    }
  | { readonly type: "call-start"; readonly call: AgentCall }
  | { readonly type: "call-progress"; readonly call: AgentCall; readonly message: string }
  | { readonly type: "call-end"; readonly call: AgentCall; readonly outcome: ToolOutcome }
  /** The model must answer now, without further calls. */
  | { readonly type: "last-turn"; readonly reason: AgentLimit };
