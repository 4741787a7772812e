import {
  ConversionError,
  type Failure,
  isObject,
  JsonError,
  type JsonObject,
  parseJson,
  stringifyJson,
} from "@toolglot/core";
import { Attempt } from "./attempt.ts";

/** A try whose answer comes as a whole. */
export class WholeAttempt extends Attempt {
  protected begun(): void {
    const { idle } = this.context.destination.timeouts;
    this.waiting.set(idle);
  }

  protected get hasBegun(): boolean {
    return this.status > 0;
  }

  protected take(chunk: Uint8Array): void {
    this.waiting.set(this.context.destination.timeouts.idle);
    this.collect(chunk);
  }

  protected complete(): void {
    const text = this.collected();
    try {
      this.answer(text);
    } catch (error) {
      if (!(error instanceof JsonError || error instanceof ConversionError)) throw error;
      this.refuseBody(`the provider's answer cannot be read: ${error.message}`, text);
    }
  }

  protected breakOff(failure: Failure): void {
    this.refuseWith(failure);
  }

  private answer(text: string): void {
    const { bridge, reply, headers, tap, surface, rewrite = (plain: string) => plain } = this.context;
    const body = parseJson(text);
    const { value, status, losses, usage, reasoning = [] } = bridge.response(body);
    if (status !== undefined) {
      this.refuse({ status, value, code: "upstream_error", message: text.slice(0, 500) });
      return;
    }
    if (!isObject(body) || !surface.isAnswer(body)) {
      this.refuseBody("the provider's answer is no answer of its dialect", text);
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

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
