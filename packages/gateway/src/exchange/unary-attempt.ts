import type { Bridge, Failure, JsonObject, PausedTurn } from "@toolglot/core";
import { ConversionError, isObject, JsonError, parseJson, StreamError, stringifyJson } from "@toolglot/core/base";
import { Attempt } from "./attempt.ts";
import type { UsedTokens } from "./attempt-result.ts";
import { messageIn } from "./error-reply.ts";
import { costHeader } from "./reply-headers.ts";
import { servedModelOf } from "./served-model.ts";

/** An attempt with a response that is sent as one body. */
export class UnaryAttempt extends Attempt {
  /** The turn that the provider was asked to continue. */
  private continues: PausedTurn | undefined;

  protected override get used(): UsedTokens {
    const { earlier } = this;
    return earlier === undefined ? {} : { ...earlier, earlier };
  }

  protected onHead(): void {
    this.idleTimer.set(this.context.destination.timeouts.idle);
  }

  protected get hasBegun(): boolean {
    return this.status > 0;
  }

  protected onChunk(chunk: Uint8Array): void {
    this.idleTimer.set(this.context.destination.timeouts.idle);
    this.collect(chunk);
  }

  protected onEnd(): void {
    const text = this.body.takeText();
    try {
      this.respond(text);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      this.rejectBody(`the provider's response cannot be read: ${error.message}`, text);
    }
  }

  protected failWith(failure: Failure): void {
    this.rejectWith(failure);
  }

  // KAITO and Unsloth stream even if the request has `stream: false`: https://github.com/kaito-project/kaito/issues/1880,
  // https://github.com/unslothai/unsloth/issues/6570
  private isStream(text: string): boolean {
    const isObjectText = text.startsWith("{");
    return (!isObjectText && SSE.test(text)) || (this.context.binding.streamsNdjson === true && NDJSON.test(text));
  }

  private respond(text: string): void {
    const { bridge, binding } = this.context;
    const repeated = this.continues === undefined ? bridge.repeatResponse(text) : undefined;
    if (repeated !== undefined && binding.isResponse(repeated.sample)) {
      const { usage, tier } = repeated.result;
      this.sendReply(repeated.text, repeated.result, { usage, tier, model: servedModelOf(repeated.sample) });
      return;
    }
    const body = this.isStream(text) ? undefined : parseJson(text, { noteDuplicates: true });
    const translated =
      body === undefined ? bridge.assemble(text) : bridge.response(body, { continues: this.continues, text });
    const { value, status, usage, tier, paused } = translated;
    const used = { usage, tier, model: servedModelOf(body), earlier: this.earlier };
    if (status !== undefined) {
      const isError = !isObject(body) || (body.error ?? null) !== null || binding.isResponse(body);
      const code = isError ? "upstream_error" : "upstream_invalid";
      const error = { status, value: value as JsonObject };
      this.reject({ ...error, code, message: messageIn(error, this.context.match) }, used);
      return;
    }
    if (body !== undefined && !(isObject(body) && binding.isResponse(body))) {
      this.rejectBody("the provider's response is not one of its dialect", text);
      return;
    }
    if (paused !== undefined && this.continueTurn(paused)) {
      this.continues = paused;
      this.earlier = used;
      return;
    }
    // A body that was not changed is sent on byte by byte.
    this.sendReply(value === body ? text : stringifyJson(value as JsonObject), translated, used);
  }

  private sendReply(
    text: string,
    { losses, reasoning = [] }: Omit<ReturnType<Bridge["response"]>, "value">,
    used: UsedTokens,
  ): void {
    const { context } = this;
    const { reply, destination, onReplyText, rewriteReply } = context;
    const rewritten = rewriteReply === undefined ? text : rewriteReply(text);
    if (!this.finish({ type: "completed", used, losses, reasoning })) return;
    onReplyText?.(rewritten);
    const ownHeaders = context.headers(this.providerHeaders, JSON_TYPE, losses);
    reply.begin(200, Object.assign(ownHeaders, costHeader(destination, used)));
    reply.end(rewritten);
  }
}

function isUnreadable(error: unknown): error is Error {
  return error instanceof JsonError || error instanceof ConversionError || error instanceof StreamError;
}

// The first line of server-sent events, or two lines that are JSON each.
const SSE = /^\s*(?:(?:data|event|id|retry)?:)/;
const NDJSON = /^\s*\{.*\}\r?\n\s*\{/;

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
