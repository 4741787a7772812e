import { fastFunctionsOf } from "./fast/all.ts";
import { Ledger } from "./ledger.ts";
import type { Dialect } from "./model/dialect.ts";
import { ConversionError } from "./model/error.ts";
import type { Json } from "./model/json.ts";
import type { Message } from "./model/message.ts";
import type { Part } from "./model/part.ts";
import type { CanonicalRequest } from "./model/request.ts";
import { Report } from "./report.ts";
import { finish } from "./steps.ts";

/** What a request asks of a model; routes with `when` choose the model by it. */
export interface RequestTraits {
  /** It asks for reasoning. */
  readonly thinking: boolean;
  /** It shows an image, in a message or in the result of a tool. */
  readonly images: boolean;
}

/**
 * The traits of a request body; none if it cannot be read.
 *
 * @example
 * requestTraits({ model: "m", max_tokens: 9, messages: [] }, anthropic); // { thinking: false, images: false }
 */
export function requestTraits(body: Json, dialect: Dialect): RequestTraits {
  const report = new Report(
    new Ledger({ from: dialect.id, to: dialect.id }, { fast: fastFunctionsOf(true) }),
    "to_canonical",
  );
  try {
    const request = finish(dialect.request.decode(body, report));
    return { thinking: wantsThinking(request), images: request.messages.some(hasImage) };
  } catch (error) {
    // Its error is reported when it is translated.
    if (error instanceof ConversionError) return { thinking: false, images: false };
    throw error;
  }
}

function wantsThinking({ thinking, effort, thinkingBudget }: CanonicalRequest): boolean {
  if (thinking === "off" || effort === "none") return false;
  return thinking !== undefined || effort !== undefined || (thinkingBudget ?? 0) !== 0;
}

function hasImage({ parts }: Pick<Message, "parts">): boolean {
  return parts.some((part: Part) =>
    part.type === "result" ? hasImage(part) : part.type === "media" && part.kind === "image",
  );
}
