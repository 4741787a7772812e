import { setMaxListeners } from "node:events";
import type { JsonObject } from "@toolglot/core";
import type { Registry } from "../registry.ts";
import type { ToolOutcome } from "../tool.ts";
import { raceAbort } from "./abort.ts";
import { runCalls } from "./calls.ts";
import type { Confirm } from "./confirm.ts";
import { AgentTools } from "./encoded-tools.ts";
import type { AgentEvent } from "./event.ts";
import { type Generate, GenerateError, type GenerateResult, type TokenUsage } from "./generate.ts";
import { type AgentLimit, LIMIT_PROMPTS } from "./limit.ts";
import { type AgentCall, type AgentMessage, textIn, withText } from "./message.ts";
import { RepetitionDetector } from "./repetition.ts";
import { resultBlock } from "./result.ts";
import { callsIn, turnOutcome } from "./turn.ts";

/** The options of an agent run. */
export interface AgentOptions {
  readonly registry: Registry;
  readonly generate: Generate;
  /** The conversation so far; its last message is the user's. */
  readonly messages: readonly AgentMessage[];
  readonly system?: string;
  readonly confirm: Confirm;
  readonly onEvent?: (event: AgentEvent) => void;
  /** Aborts the run. */
  readonly signal?: AbortSignal;
  /** The maximum number of requests; in the last one the model must answer without further calls. */
  readonly maxTurns?: number;
}

/** How a run ended. Every call in its messages has a result. */
export type AgentEnd = (
  | { readonly type: "answered"; readonly text: string; readonly limit?: AgentLimit }
  | { readonly type: "failed"; readonly code: string; readonly error: string }
  | { readonly type: "interrupted" }
) & { readonly messages: readonly AgentMessage[]; readonly turns: number; readonly usage: TokenUsage };

/** The default for `maxTurns`. */
export const DEFAULT_MAX_TURNS = 25;

/**
 * Sends the conversation to a model, runs the tools that it calls and returns their results, until it answers.
 *
 * @example
 * const generate = gatewayModel({ baseUrl: "http://127.0.0.1:4141", model: "openai/gpt-5.6" });
 * const messages = withText([], "What time is it?");
 * const { tools } = await discover({ directories: ["tools"] });
 * const end = await runAgent({ registry: new Registry(tools), generate, messages, confirm: allowAll });
 */
export function runAgent(options: AgentOptions): Promise<AgentEnd> {
  return new AgentRun(options).run();
}

type Ending = { [Type in AgentEnd["type"]]: Omit<Extract<AgentEnd, { type: Type }>, "messages" | "turns" | "usage"> };

class AgentRun {
  private readonly options: AgentOptions;
  private readonly encodedTools: AgentTools;
  private readonly signal: AbortSignal;
  private readonly maxTurns: number;
  private readonly repetition = new RepetitionDetector();
  private messages: readonly AgentMessage[];
  private turns = 0;
  private usage: TokenUsage = { input: 0, output: 0 };
  /** Set once the model must answer without further calls. */
  private limit: AgentLimit | undefined;

  constructor(options: AgentOptions) {
    this.options = options;
    this.encodedTools = new AgentTools(options.registry);
    this.signal = AbortSignal.any(options.signal === undefined ? [] : [options.signal]);
    // Each running tool adds a listener.
    setMaxListeners(0, this.signal);
    this.maxTurns = options.maxTurns ?? DEFAULT_MAX_TURNS;
    this.messages = options.messages;
  }

  async run(): Promise<AgentEnd> {
    for (;;) {
      const ending = await this.turn();
      if (ending === undefined) continue;
      const { messages, turns, usage } = this;
      return { ...ending, messages, turns, usage };
    }
  }

  /** One response and its tool calls. Resolves to the end of the run, if this turn ends it. */
  private async turn(): Promise<Ending[AgentEnd["type"]] | undefined> {
    if (this.signal.aborted) return { type: "interrupted" };
    this.turns++;
    this.emit({ type: "turn-start", turn: this.turns });
    if (this.turns >= this.maxTurns) this.limit ??= "turn-limit";
    if (this.limit !== undefined && this.encodedTools.tools.length > 0) this.requireAnswer(this.limit);
    const answer = await this.callModel();
    if ("type" in answer) return answer;
    return this.handleResult(answer);
  }

  private requireAnswer(reason: AgentLimit): void {
    this.emit({ type: "last-turn", reason });
    this.messages = withText(this.messages, LIMIT_PROMPTS[reason]);
  }

  private async callModel(): Promise<GenerateResult | Ending["failed" | "interrupted"]> {
    const { signal } = this;
    const options = {
      onText: (text: string) => this.emit({ type: "text-delta", text }),
      onReasoning: (text: string) => this.emit({ type: "reasoning-delta", text }),
      signal,
    };
    try {
      const interrupted = () => ({ type: "interrupted" }) as const;
      return await raceAbort(this.options.generate(this.request(), options), signal, interrupted);
    } catch (error) {
      if (signal.aborted) return { type: "interrupted" };
      const code = error instanceof GenerateError ? error.code : "failed";
      return { type: "failed", code, error: error instanceof Error ? error.message : String(error) };
    }
  }

  // Providers require the definitions of tools that earlier messages call, even if none may be called now.
  private request(): JsonObject {
    const { system } = this.options;
    const { tools } = this.encodedTools;
    return {
      ...(system === undefined ? {} : { system }),
      messages: this.messages,
      ...(tools.length === 0 ? {} : { tools }),
      ...(tools.length === 0 || this.limit === undefined ? {} : { tool_choice: { type: "none" } }),
    };
  }

  private async handleResult(answer: GenerateResult): Promise<Ending[AgentEnd["type"]] | undefined> {
    const { content, stopReason, usage } = answer;
    this.addUsage(usage);
    this.emit({
      type: "turn-end",
      turn: this.turns,
      stop: stopReason,
      content,
      ...(usage === undefined ? {} : { usage }),
    });
    const calls = callsIn(answer);
    const end = turnOutcome(answer, calls);
    if (end.isKept && content.length > 0) this.messages = [...this.messages, { role: "assistant", content }];
    if (end.type === "failed") return { type: "failed", code: end.code, error: end.error };
    if (end.type === "answered") return { type: "answered", text: textIn(content), ...this.limitField() };
    return end.type === "paused" ? this.pause() : this.runTools(calls, content);
  }

  // `pause_turn`: the provider continues its response in the next request, up to `maxTurns` times.
  private pause(): Ending["failed"] | undefined {
    if (this.turns < this.maxTurns) return undefined;
    return { type: "failed", code: "turn-limit", error: `the model gave no answer after ${this.turns} turns` };
  }

  private async runTools(
    calls: readonly AgentCall[],
    content: readonly JsonObject[],
  ): Promise<Ending[AgentEnd["type"]] | undefined> {
    const { registry, confirm } = this.options;
    const { encodedTools, repetition, signal, limit } = this;
    const context = {
      registry,
      encodedTools,
      repetition,
      signal,
      onEvent: (event: AgentEvent) => this.emit(event),
      confirm,
      ...(limit === undefined ? {} : { refusal: LIMIT_PROMPTS[limit] }),
    };
    const isStuck = calls.every((call) => repetition.isRepeated(call));
    const outcomes = await runCalls(calls, context);
    this.addResults(calls, outcomes);
    if (signal.aborted) return { type: "interrupted" };
    if (isStuck) this.limit ??= "repetition";
    return limit === undefined ? undefined : this.endAfterLimit(textIn(content));
  }

  private addResults(calls: readonly AgentCall[], outcomes: readonly ToolOutcome[]): void {
    const results = calls.flatMap((call, index) => {
      const outcome = outcomes[index];
      return outcome === undefined ? [] : [resultBlock(call, outcome)];
    });
    this.repetition.record(calls, results);
    this.messages = [...this.messages, { role: "user", content: results }];
  }

  // The model called a tool although it was told to answer.
  private endAfterLimit(text: string): Ending["answered" | "failed"] {
    if (text.trim() !== "") return { type: "answered", text, ...this.limitField() };
    return {
      type: "failed",
      code: this.limit ?? "turn-limit",
      error: `the model gave no answer after ${this.turns} turns`,
    };
  }

  private limitField(): { readonly limit?: AgentLimit } {
    return this.limit === undefined || this.encodedTools.tools.length === 0 ? {} : { limit: this.limit };
  }

  private addUsage(usage: TokenUsage | undefined): void {
    const { input, output } = this.usage;
    if (usage !== undefined) this.usage = { input: input + usage.input, output: output + usage.output };
  }

  private emit(event: AgentEvent): void {
    this.options.onEvent?.(event);
  }
}
