import type { Json } from "./json.ts";

/** An opaque value that only the vendor that made it can read: it is sent back to that vendor alone. */
export interface Signature {
  readonly vendor: string;
  /** The provider that made it, where several providers speak the vendor's dialect. */
  readonly provider?: string;
  readonly value: Json;
  /** The same as the vendor writes it into `extra_content` of Chat calls. */
  readonly extra?: Json;
}
