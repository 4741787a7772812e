import type { ModelFacts } from "@toolglot/core";
import type { Destination } from "./destinations.ts";
import type { ErrorReply } from "./error-reply.ts";

/**
 * What providers have said of their models by refusing a request. Whether a model of Ollama reasons is up to whoever made
 * it, and no table knows: `think` is refused with `"m" does not support thinking`.
 * https://github.com/ollama/ollama/blob/main/server/routes.go
 */
export class LearnedModelFacts {
  /** Those that cannot reason; names are the client's to make up, so that there may be many. */
  private readonly unreasoning = new Set<string>();

  /** What is known of a destination's model beyond its config. */
  factsOf(destination: Destination): Pick<ModelFacts, "thinking"> {
    return this.unreasoning.has(keyOf(destination)) ? { thinking: false } : {};
  }

  /** Whether a refusal says something new of the model, so that it can be asked again in another way. */
  learn(destination: Destination, { status, message }: Pick<ErrorReply, "status" | "message">): boolean {
    const key = keyOf(destination);
    if (status !== 400 || !UNREASONING.test(message) || this.unreasoning.has(key)) return false;
    if (this.unreasoning.size >= MOST) this.unreasoning.clear();
    this.unreasoning.add(key);
    return true;
  }
}

const UNREASONING = /does not support thinking/i;

const MOST = 1000;

function keyOf({ provider, model }: Destination): string {
  return `${provider.name} ${provider.baseUrl} ${model}`;
}
