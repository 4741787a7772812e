import type { RunnableTool } from "../tool.ts";
import type { AgentCall } from "./message.ts";

/** Decides whether a tool that is not read-only may run. Called for one call at a time. */
export type Confirm = (call: AgentCall, tool: RunnableTool, signal: AbortSignal) => Promise<ConfirmResult>;

/** The model sees the reason of a denial. */
export type ConfirmResult = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

/**
 * Lets every tool run.
 *
 * @example
 * const generate = gatewayModel({ baseUrl: "http://127.0.0.1:4141", model: "sim/tools" });
 * const { tools } = await discover({ directories: ["tools"] });
 * await runAgent({ registry: new Registry(tools), generate, messages: withText([], "Hi"), confirm: allowAll });
 */
export const allowAll: Confirm = async () => ({ allowed: true });
