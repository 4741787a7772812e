import type { FastOption, Loss, ToolMemory } from "@toolglot/core";
import type { Clock } from "../clock.ts";
import type { Config, Provider } from "../config/config.ts";
import type { CooperativeScheduler } from "../limits/cooperative-scheduler.ts";
import type { RetryBudget } from "../limits/retry-budget.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { KeyPools } from "../providers/key-pools.ts";
import type { ReasoningStore } from "../store/reasoning-store.ts";
import type { Send } from "../transport.ts";
import type { LearnedModelFacts } from "./learned-facts.ts";

/** What an exchange needs from the gateway around it. */
export interface ExchangeServices {
  readonly config: Config;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly clock: Clock;
  readonly makeId: () => string;
  readonly reasoning: ReasoningStore;
  readonly learnedFacts: LearnedModelFacts;
  readonly metrics: Pick<Metrics, "observeOverhead" | "countTrailing">;
  readonly scheduler: CooperativeScheduler;
  readonly keyPools: KeyPools;
  /** Which fast paths of the core are taken. */
  readonly fast: FastOption;
  /** Whether these losses are worth that their request is recorded; absent if none is. */
  readonly inspector: { hasNew(losses: readonly Loss[]): boolean } | undefined;
  retryBudget(provider: string): RetryBudget;
  /** The tools that were translated before, shared by all requests between the same two dialects. */
  toolMemory(client: string, provider: string, profile: string | undefined): ToolMemory;
  senderFor(provider: Provider): Send;
  /** Logs an error that should not have happened. */
  reportBug(error: unknown): void;
}
