import { isObject, type Json, type JsonObject, parseJson } from "@toolglot/core";
import { BlockBuilder } from "./block.ts";
import { GenerateError, type GenerateOptions, type GenerateResult, type TokenUsage } from "./generate.ts";
import { SseDataReader } from "./sse.ts";

/** Reads a streamed response in the agent's dialect. */
export class GenerateResultReader {
  private readonly callbacks: Pick<GenerateOptions, "onText" | "onReasoning">;
  private readonly lines = new SseDataReader();
  private readonly blocks = new Map<number, BlockBuilder>();
  private usage: JsonObject = {};
  private stopReason: string | undefined;
  private isComplete = false;
  private error: GenerateError | undefined;

  constructor(listeners: Pick<GenerateOptions, "onText" | "onReasoning">) {
    this.callbacks = listeners;
  }

  push(text: string): void {
    for (const data of this.lines.push(text)) this.read(data);
  }

  /**
   * The complete response. Throws a `GenerateError` if the stream ended early: a truncated response is not a response.
   */
  end(): GenerateResult {
    for (const data of this.lines.end()) this.read(data);
    if (this.error !== undefined) throw this.error;
    if (!this.isComplete || this.stopReason === undefined)
      throw new GenerateError("truncated", "the response was cut short");
    const drafts = [...this.blocks.entries()].sort(([one], [other]) => one - other).map(([, draft]) => draft);
    const content = drafts.map((draft) => ({ draft, block: draft.finish() }));
    return {
      content: content.flatMap(({ block }) => (block === undefined ? [] : [block])),
      stopReason: this.stopReason,
      usage: tokenUsage(this.usage),
      invalidArguments: new Map(content.flatMap(({ draft, block }) => unreadableCall(draft, block))),
    };
  }

  private read(data: string): void {
    const event = parseJson(data);
    if (isObject(event) && this.error === undefined && !this.isComplete) this.handle(event);
  }

  private handle(event: JsonObject): void {
    switch (event.type) {
      case "message_start":
        if (isObject(event.message)) this.count(event.message.usage);
        return;
      case "content_block_start":
        if (isObject(event.content_block)) this.blocks.set(Number(event.index), new BlockBuilder(event.content_block));
        return;
      case "content_block_delta":
        if (isObject(event.delta)) this.add(Number(event.index), event.delta);
        return;
      case "message_delta":
        if (isObject(event.delta) && typeof event.delta.stop_reason === "string")
          this.stopReason = event.delta.stop_reason;
        this.count(event.usage);
        return;
      case "message_stop":
        this.isComplete = true;
        return;
      case "error":
        this.error = errorFromBody(event);
    }
  }

  private add(index: number, delta: JsonObject): void {
    const { text, reasoning } = this.blocks.get(index)?.add(delta) ?? {};
    if (text !== undefined && text !== "") this.callbacks.onText(text);
    if (reasoning !== undefined && reasoning !== "") this.callbacks.onReasoning(reasoning);
  }

  private count(usage: Json | undefined): void {
    if (isObject(usage)) this.usage = { ...this.usage, ...usage };
  }
}

/**
 * The error that an error body in the agent's dialect describes.
 *
 * @example
 * errorFromBody({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }).code; // "overloaded_error"
 */
export function errorFromBody(body: Json): GenerateError {
  const error = isObject(body) && isObject(body.error) ? body.error : {};
  const { type, message } = error;
  return new GenerateError(
    typeof type === "string" ? type : "failed",
    typeof message === "string" && message !== "" ? message : "the provider failed without an error message",
  );
}

function unreadableCall(draft: BlockBuilder, block: JsonObject | undefined): [string, string][] {
  return draft.invalidArguments === undefined ? [] : [[String(block?.id), draft.invalidArguments]];
}

function tokenUsage({ input_tokens, output_tokens }: JsonObject): TokenUsage {
  return { input: Number(input_tokens ?? 0), output: Number(output_tokens ?? 0) };
}
