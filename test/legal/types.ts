import type { Json } from "@toolglot/core";

export interface Violation {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

export interface Legality {
  /** A request body as the provider would validate it (hard 400s only; each rule cites its wire section in a comment). */
  request(body: Json): Violation[];
  /** A non-stream response body, as the official SDK types and helpers need it. */
  response(body: Json): Violation[];
  /** A whole stream's text (SSE) that ended normally: event order, exactly one terminal, indexes, ids, what the official SDK helpers need (tables A6.1, B7.1, G4, G5). A stream that ends with the dialect's error event is legal too (then no success terminal may be there). */
  stream(text: string): Violation[];
  /** An error answer's body. */
  error(status: number, body: Json): Violation[];
}
