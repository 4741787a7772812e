import type { JsonObject } from "./json.ts";
import type { Provenance } from "./node.ts";
import type { Part } from "./part.ts";

/** The author of a message. `tool` is a message that holds only results. */
export type Role = "system" | "developer" | "user" | "assistant" | "tool";

/** One message of a conversation. */
export interface Message extends Provenance {
  readonly role: Role;
  readonly parts: readonly Part[];
  /** The source has a string instead of a list of parts. */
  readonly plain?: boolean | undefined;
  readonly name?: string | undefined;
  /** Whether an assistant message is interim commentary or the final answer. */
  readonly phase?: string | undefined;
  /** Output settings, such as the effort, that apply from this message on. */
  readonly outputConfig?: JsonObject | undefined;
}
