import type { ModelFacts } from "@toolglot/core";
import type { Destination } from "./destinations.ts";
import type { ErrorReply } from "./error-reply.ts";

/**
 * Facts about models that are learned from a provider's errors. Whether a model of Ollama can reason depends on how it was
 * built, so no table has it: Ollama refuses `think` with `"m" does not support thinking`.
 * https://github.com/ollama/ollama/blob/main/server/routes.go
 */
export class LearnedModelFacts {
  /** The models that cannot reason; bounded, since clients can send any model name. */
  private readonly withoutReasoning = new Set<string>();

  /** What was learned about a destination's model. */
  factsOf(destination: Destination): Pick<ModelFacts, "thinking"> {
    const isKnown = this.withoutReasoning.size > 0 && this.withoutReasoning.has(keyOf(destination));
    return isKnown ? CANNOT_REASON : NOTHING;
  }

  /** Learns from an error; returns true if the fact is new, so that the request can be sent again in another form. */
  learn(destination: Destination, { status, message }: Pick<ErrorReply, "status" | "message">): boolean {
    const key = keyOf(destination);
    if (status !== 400 || !NO_REASONING.test(message) || this.withoutReasoning.has(key)) return false;
    if (this.withoutReasoning.size >= MAX_MODELS) this.withoutReasoning.clear();
    this.withoutReasoning.add(key);
    return true;
  }
}

const CANNOT_REASON = { thinking: false } as const;
const NOTHING = {};

const NO_REASONING = /does not support thinking/i;

const MAX_MODELS = 1000;

function keyOf({ provider, model }: Destination): string {
  return `${provider.name} ${provider.baseUrl} ${model}`;
}
