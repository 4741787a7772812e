import type { AgentEnd, AgentEvent, Refusal } from "@toolglot/toolbox";

/** Receives the events of a conversation. */
export interface Reporter {
  begin(start: { readonly model: string; readonly tools: readonly string[] }): void;
  notice(notice: Refusal): void;
  event(event: AgentEvent): void;
  end(end: AgentEnd): void;
}
