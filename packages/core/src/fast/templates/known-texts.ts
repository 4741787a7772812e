// The fast path `templates`: how the texts of bodies of one shape are written.

import type { JsonObject } from "../../model/json.ts";
import type { Filled } from "./filled.ts";
import type { FreePlace } from "./free-values.ts";
import { TextMatcher } from "./text-matcher.ts";

/** The texts of bodies of one shape, as the provider wrote the last one. */
export class KnownTexts {
  private matcher: TextMatcher | undefined;
  private left = MOST_ATTEMPTS;

  /** The values of a text that is written as the last one was. */
  match(text: string): Filled | undefined {
    return this.matcher?.match(text);
  }

  /** Learns how a body is written. */
  learn(text: string, body: JsonObject, places: FreePlace): void {
    if (this.left-- > 0) this.matcher = TextMatcher.of(text, body, places);
  }
}

/** A provider that writes every body in another way is not worth learning from. */
const MOST_ATTEMPTS = 8;
