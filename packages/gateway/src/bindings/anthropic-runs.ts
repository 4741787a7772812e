import type { Json, JsonObject, Usage } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import type { BilledRun, Billing } from "./binding.ts";

/**
 * The runs of the model that `usage.iterations` lists: each has the price of its own length, and the counts of the message leave out those
 * that compact the conversation or advise the model: https://platform.claude.com/docs/en/api/beta/messages/create
 */
export function billedRuns(usage: Usage): Pick<Billing, "runs"> {
  const { "/iterations": listed } = usage.extras?.anthropic ?? {};
  const iterations = Array.isArray(listed) ? listed.filter(isObject) : [];
  if (iterations.length === 0) return {};
  const runs = (...types: Json[]) => iterations.filter(({ type = null }) => types.includes(type)).map(runOf);
  const fallbacks = runs("fallback_message");
  // After a fallback, the message counts the model that has answered, and not the one that was asked first.
  const answering = fallbacks.length > 0 ? fallbacks : runs("message");
  const beside = runs("compaction", "advisor_message");
  return { runs: [...(isSum(answering, usage) ? answering : [{ usage }]), ...beside] };
}

function runOf(iteration: JsonObject): BilledRun {
  const { type, model, cache_creation: written = null } = iteration;
  const cacheRead = countOf(iteration.cache_read_input_tokens);
  const cacheWrite = countOf(iteration.cache_creation_input_tokens);
  const input = countOf(iteration.input_tokens) + cacheRead + cacheWrite;
  const cacheWrite1h = isObject(written) ? countOf(written.ephemeral_1h_input_tokens) : 0;
  const usage = { input, output: countOf(iteration.output_tokens), cacheRead, cacheWrite, cacheWrite1h };
  return typeof model === "string" && type !== "message" ? { usage, model } : { usage };
}

function countOf(count: Json | undefined): number {
  return typeof count === "number" ? count : 0;
}

function isSum(runs: readonly BilledRun[], usage: Usage): boolean {
  return SUMMED.every((field) => runs.reduce((sum, run) => sum + (run.usage[field] ?? 0), 0) === (usage[field] ?? 0));
}

const SUMMED = ["input", "output", "cacheRead", "cacheWrite", "cacheWrite1h"] as const;
