import type { Json } from "@toolglot/core";
import type { Registry } from "../registry.ts";
import type { RunnableTool } from "../tool.ts";
import { type AgentCall, DIALECT } from "./message.ts";

/** The tools of a registry as a model is shown them, and the way back from its calls. */
export class EncodedTools {
  /** What goes into a request. */
  readonly tools: readonly Json[];
  private readonly registry: Registry;
  private readonly converted: ReturnType<Registry["encode"]>;

  constructor(registry: Registry) {
    this.registry = registry;
    // A tool that cannot be shown takes no other down.
    this.converted = registry.encode({ to: DIALECT, onInvalid: "skip" });
    this.tools = this.converted.value;
  }

  /** The registry's own name for what a model calls by another. */
  nameOf({ name }: AgentCall): string {
    return this.converted.names.get(name)?.name ?? name;
  }

  find(call: AgentCall): RunnableTool | undefined {
    return this.registry.find(this.nameOf(call));
  }

  /** The arguments in the tool's own terms. */
  inputOf({ name, input }: AgentCall): Json {
    return this.converted.names.has(name) ? this.converted.lift(name, input) : input;
  }
}
