import { dialects } from "./dialects/index.ts";
import { fastFunctionsOf } from "./fast/all.ts";
import { RepeatedBodyReader } from "./fast/body-reader.ts";
import type { FastOption } from "./fast/switches.ts";
import { parseJsonInSteps } from "./json/parse.ts";
import type { Json, JsonObject } from "./model/json.ts";
import type { Steps } from "./model/steps.ts";
import { finish } from "./steps.ts";

/** Which fast paths a reader may take. */
export interface BodyReaderOptions {
  /** That of `@toolglot/core/compact`, for programs that never change in place what is read, nor what it is translated to. */
  readonly readCompact?: (text: string) => JsonObject | undefined;
  readonly fast?: FastOption;
}

/**
 * Parses request bodies exactly as `parseJson` does. The tools and messages that an agent repeats with every turn are parsed
 * once: what has the same text as in an earlier body is the same frozen value.
 *
 * @example
 * new BodyReader().read('{"model":"m","tools":[]}'); // { model: "m", tools: [] }
 */
export class BodyReader {
  private readonly reader: RepeatedBodyReader | undefined;

  constructor({ fast, readCompact }: BodyReaderOptions = {}) {
    this.reader = fastFunctionsOf(fast).bodyCache ? new RepeatedBodyReader(REPEATED_LISTS, readCompact) : undefined;
  }

  read(text: string): Json {
    return finish(this.readInSteps(text));
  }

  /** Like `read`, in steps: between two of them, a server can attend to other requests. */
  readInSteps(text: string): Steps<Json> {
    return this.reader?.readInSteps(text) ?? parseJsonInSteps(text, { noteDuplicates: true });
  }
}

const REPEATED_LISTS: ReadonlySet<string> = new Set(
  dialects.flatMap(({ profile }) => profile.conversation.repeatedLists ?? []),
);
