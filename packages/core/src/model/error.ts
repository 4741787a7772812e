import type { RefusalCode } from "./codes.ts";

/** Which half of a translation failed. */
export type Direction = "to_canonical" | "from_canonical";

/** What a `ConversionError` is made from. */
export interface ConversionErrorFields {
  readonly adapter: string;
  readonly direction: Direction;
  readonly path: string;
  readonly code: RefusalCode;
  readonly cause: unknown;
}

/** Something cannot be translated: who refused it, in which direction, where and why. */
export class ConversionError extends Error {
  readonly adapter: string;
  readonly direction: Direction;
  readonly path: string;
  readonly code: RefusalCode;

  constructor(fields: ConversionErrorFields) {
    const reason = fields.cause instanceof Error ? fields.cause.message : String(fields.cause);
    super(`${fields.adapter} adapter ${fields.direction}: ${reason}`, { cause: fields.cause });
    this.name = "ConversionError";
    this.adapter = fields.adapter;
    this.direction = fields.direction;
    this.path = fields.path;
    this.code = fields.code;
  }
}
