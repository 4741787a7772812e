import type { JsonObject } from "./json.ts";
import type { Provenance } from "./node.ts";
import type { Part } from "./part.ts";

/** Who speaks. `tool` is a message of results alone. */
export type Role = "system" | "developer" | "user" | "assistant" | "tool";

/** One turn, or one piece of a turn, of a conversation. */
export interface Message extends Provenance {
  readonly role: Role;
  readonly parts: readonly Part[];
  /** The source gave one text instead of a list of parts. */
  readonly plain?: boolean | undefined;
  readonly name?: string | undefined;
  /** Whether an assistant's message is a comment on the way or the answer. */
  readonly phase?: string | undefined;
  /** Effort and the like that hold from this message on. */
  readonly outputConfig?: JsonObject | undefined;
}
