import type { Json } from "../support/json.ts";

/** One call that the SDK read out of an answer; the text of its arguments is JSON. */
export interface Call {
  readonly id?: string;
  readonly name: string;
  readonly arguments: string;
}

/** What a program sees that uses the SDK. */
export interface Accepted {
  readonly ok: true;
  readonly text: string;
  /** The model's refusal, if it is separate from its text. */
  readonly refusal?: string;
  readonly reasoning?: string;
  readonly calls: readonly Call[];
  readonly stop: string | null;
  readonly usage?: Json;
  readonly raw: unknown;
}

/** The SDK threw. */
export interface Rejected {
  readonly ok: false;
  readonly error: { readonly name: string; readonly message: string; readonly status?: number };
}

export type Consumed = Accepted | Rejected;

/** A body in the pieces in which it arrives; bytes where a piece ends inside a character. */
export type Body = string | readonly (string | Uint8Array)[];

export interface ConsumeOptions {
  readonly status?: number;
  /** The tools of the request, as the SDK takes them: some SDKs parse arguments by them. */
  readonly tools?: readonly Json[];
}

/** The official SDK of one dialect, as a judge of what this project writes. */
export interface Sdk {
  /** Reads a streamed answer with the SDK's own streaming helper. */
  consume(stream: Body, options?: ConsumeOptions): Promise<Consumed>;
  /** Reads a whole answer. */
  parse(body: Json, status?: number): Promise<Consumed>;
}
