import type { Converted, Json } from "@toolglot/core";
import type { Registry } from "../registry.ts";
import type { RunnableTool } from "../tool.ts";
import { type AgentCall, DIALECT } from "./message.ts";

/**
 * The tools of a registry in the agent's dialect, and the mapping of calls back to the registry's names and arguments.
 */
export class AgentTools {
  /** The value of the request's `tools` field. */
  readonly tools: readonly Json[];
  private readonly registry: Registry;
  private readonly converted: Converted<typeof DIALECT>;

  constructor(registry: Registry) {
    this.registry = registry;
    // A tool that cannot be converted is skipped; the others remain usable.
    this.converted = registry.encode({ to: DIALECT, onInvalid: "skip" });
    // Wire types are JSON, which TypeScript does not see of an interface.
    this.tools = this.converted.value as unknown as readonly Json[];
  }

  /** The registry's name for the name that the model called. */
  nameOf({ name }: AgentCall): string {
    return this.converted.names.get(name)?.name ?? name;
  }

  find(call: AgentCall): RunnableTool | undefined {
    return this.registry.find(this.nameOf(call));
  }

  /** The arguments as the tool's own schema describes them. */
  inputOf({ name, input }: AgentCall): Json {
    return this.converted.names.has(name) ? this.converted.lift(name, input) : input;
  }
}
