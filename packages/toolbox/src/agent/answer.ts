import { isObject, type Json, type JsonObject, parseJson } from "@toolglot/core";
import { type Answer, AskError, type AskOptions, type Usage } from "./ask.ts";
import { BlockDraft } from "./block.ts";
import { EventCutter } from "./sse.ts";

/** Reads an answer that comes as a stream in the loop's dialect. */
export class AnswerReader {
  private readonly told: Pick<AskOptions, "onText" | "onReasoning">;
  private readonly cutter = new EventCutter();
  private readonly blocks = new Map<number, BlockDraft>();
  private usage: JsonObject = {};
  private stop: string | undefined;
  private isComplete = false;
  private error: AskError | undefined;

  constructor(told: Pick<AskOptions, "onText" | "onReasoning">) {
    this.told = told;
  }

  push(text: string): void {
    for (const data of this.cutter.push(text)) this.read(data);
  }

  /** The whole answer. Throws an `AskError` where it is not whole: what was cut short is no answer. */
  end(): Answer {
    for (const data of this.cutter.end()) this.read(data);
    if (this.error !== undefined) throw this.error;
    if (!this.isComplete || this.stop === undefined) throw new AskError("truncated", "the answer was cut short");
    const drafts = [...this.blocks.entries()].sort(([one], [other]) => one - other).map(([, draft]) => draft);
    const content = drafts.map((draft) => ({ draft, block: draft.finish() }));
    return {
      content: content.flatMap(({ block }) => (block === undefined ? [] : [block])),
      stop: this.stop,
      usage: counts(this.usage),
      unreadable: new Map(content.flatMap(({ draft, block }) => unreadableCall(draft, block))),
    };
  }

  private read(data: string): void {
    const event = parseJson(data);
    if (isObject(event) && this.error === undefined && !this.isComplete) this.take(event);
  }

  private take(event: JsonObject): void {
    switch (event.type) {
      case "message_start":
        if (isObject(event.message)) this.count(event.message.usage);
        return;
      case "content_block_start":
        if (isObject(event.content_block)) this.blocks.set(Number(event.index), new BlockDraft(event.content_block));
        return;
      case "content_block_delta":
        if (isObject(event.delta)) this.add(Number(event.index), event.delta);
        return;
      case "message_delta":
        if (isObject(event.delta) && typeof event.delta.stop_reason === "string") this.stop = event.delta.stop_reason;
        this.count(event.usage);
        return;
      case "message_stop":
        this.isComplete = true;
        return;
      case "error":
        this.error = errorIn(event);
    }
  }

  private add(index: number, delta: JsonObject): void {
    const { text, reasoning } = this.blocks.get(index)?.add(delta) ?? {};
    if (text !== undefined && text !== "") this.told.onText(text);
    if (reasoning !== undefined && reasoning !== "") this.told.onReasoning(reasoning);
  }

  private count(usage: Json | undefined): void {
    if (isObject(usage)) this.usage = { ...this.usage, ...usage };
  }
}

/** What a body in the loop's dialect says went wrong. */
export function errorIn(body: Json): AskError {
  const error = isObject(body) && isObject(body.error) ? body.error : {};
  const { type, message } = error;
  return new AskError(
    typeof type === "string" ? type : "failed",
    typeof message === "string" && message !== "" ? message : "the provider failed without a word",
  );
}

function unreadableCall(draft: BlockDraft, block: JsonObject | undefined): [string, string][] {
  return draft.unreadable === undefined ? [] : [[String(block?.id), draft.unreadable]];
}

function counts({ input_tokens, output_tokens }: JsonObject): Usage {
  return { input: Number(input_tokens ?? 0), output: Number(output_tokens ?? 0) };
}
