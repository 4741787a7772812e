import type { RunnableTool } from "../tool.ts";
import type { AgentCall } from "./message.ts";

/** Decides whether a tool that may change something is run. Asked for one call after the other. */
export type Confirm = (call: AgentCall, tool: RunnableTool, signal: AbortSignal) => Promise<ConfirmResult>;

/** The reason is told to the model. */
export type ConfirmResult = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

/** Lets every tool run. */
export const allowAll: Confirm = async () => ({ allowed: true });
