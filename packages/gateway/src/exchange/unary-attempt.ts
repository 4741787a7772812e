import {
  type AnswerTranslation,
  ConversionError,
  type Failure,
  isObject,
  type Json,
  JsonError,
  type JsonObject,
  type PausedTurn,
  parseJson,
  StreamError,
  stringifyJson,
  type Usage,
} from "@toolglot/core";
import { Attempt } from "./attempt.ts";

/** A try whose answer comes as a whole. */
export class UnaryAttempt extends Attempt {
  /** The turn that the provider was asked to continue, and the tokens that it has taken. */
  private continues: PausedTurn | undefined;
  private spent: Usage | undefined;

  protected override get usage(): Usage | undefined {
    return this.spent;
  }

  protected onHead(): void {
    const { idle } = this.context.destination.timeouts;
    this.idleTimer.set(idle);
  }

  protected get hasBegun(): boolean {
    return this.status > 0;
  }

  protected onChunk(chunk: Uint8Array): void {
    this.idleTimer.set(this.context.destination.timeouts.idle);
    this.collect(chunk);
  }

  protected onEnd(): void {
    const text = this.collected();
    try {
      this.answer(text);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      this.rejectBody(`the provider's answer cannot be read: ${error.message}`, text);
    }
  }

  protected failWith(failure: Failure): void {
    this.rejectWith(failure);
  }

  // Some servers stream whether or not they are asked to.
  private isStream(text: string): boolean {
    return EVENTS.test(text) || (this.context.binding.streamsNdjson === true && LINES.test(text));
  }

  private translated(body: Json): AnswerTranslation {
    const { bridge } = this.context;
    return bridge.response(body, this.continues === undefined ? {} : { continues: this.continues });
  }

  private answer(text: string): void {
    const {
      bridge,
      reply,
      headers,
      onReplyText: tap,
      binding: surface,
      rewriteReply: rewrite = (plain: string) => plain,
    } = this.context;
    const body = this.isStream(text) ? undefined : parseJson(text, { noteDuplicates: true });
    const translated = body === undefined ? bridge.assemble(text) : this.translated(body);
    const { value, status, losses, usage, reasoning = [], paused } = translated;
    if (status !== undefined) {
      const isError = !isObject(body) || (body.error ?? null) !== null || surface.isResponse(body);
      const code = isError ? "upstream_error" : "upstream_invalid";
      this.reject({ status, value, code, message: text.slice(0, 500) });
      return;
    }
    if (body !== undefined && !(isObject(body) && surface.isResponse(body))) {
      this.rejectBody("the provider's answer is no answer of its dialect", text);
      return;
    }
    if (paused !== undefined && this.continueTurn(paused)) {
      this.continues = paused;
      this.spent = usage;
      return;
    }
    // What was not translated goes on to the byte.
    const told = rewrite(value === body ? text : stringifyJson(value as JsonObject));
    if (!this.finish({ type: "answered", usage, losses, reasoning })) return;
    tap?.(told);
    reply.begin(200, headers(this.providerHeaders, JSON_TYPE, losses));
    reply.end(told);
  }
}

function isUnreadable(error: unknown): error is Error {
  return error instanceof JsonError || error instanceof ConversionError || error instanceof StreamError;
}

// A line of events, or two lines of JSON of which each is a text of its own.
const EVENTS = /^\s*(?:(?:data|event|id|retry)?:)/;
const LINES = /^\s*\{.*\}\r?\n\s*\{/;

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
