import { isArray, isObject } from "../../../json/value.ts";
import type { Json, JsonObject } from "../../../model/json.ts";
import type { Part } from "../../../model/part.ts";
import type { Report } from "../../../report.ts";
import type { ChatQuirk } from "../quirk.ts";
import { detailTexts } from "../reasoning-details.ts";

const MODELS =
  /(?:^|\/)(?:open-)?(?:mistral|mixtral|codestral|ministral|magistral|devstral|pixtral|voxtral)(?:[-:]|$)/i;
/** The model names of Mistral's own API; other hosts use other names. */
const HOSTED_MODELS =
  /^(?:open-)?(?:mistral|mixtral|codestral|ministral|magistral|devstral|pixtral|voxtral)-.*(?:latest|\d{4})$/;

/** The finish reasons and fields of https://github.com/mistralai/client-ts/tree/main/src/models/components (`chatcompletion*.ts`). */
export const mistral: ChatQuirk = {
  padding: ["p"],
  finishReasons: { model_length: "length" },
  failedFinishReasons: { error: "server" },
  choiceModes: { any: "required" },
  /** `{object: "error", message}`, or `{detail}` for an invalid request. */
  isBareError: ({ object, detail, usage }) => object === "error" || (usage === undefined && detail !== undefined),
  models: [
    /** "Tool call id was X but must be a-z, A-Z, 0-9, with a length of 9.": https://github.com/anomalyco/opencode/issues/1680 */
    {
      model: MODELS,
      callIds: { prefix: "call_", marked: false, characters: /^[a-zA-Z0-9]+$/, minLength: 9, maxLength: 9 },
    },
    {
      model: HOSTED_MODELS,
      places: { maxTokens: "/max_tokens", seed: "/random_seed" },
      facts: { requiredChoice: "any", developer: false, reasoningInContent: true },
    },
  ],
};

/** Reads a content part of type `thinking`: https://github.com/mistralai/client-ts/blob/main/src/models/components/thinkchunk.ts */
export function decodeThinkingPart(dialect: string, wire: JsonObject, report: Report): Part {
  const origin = { dialect, place: report.place, fields: { texts: "/thinking" } };
  return { type: "reasoning", texts: [thinkingTextOf(wire) ?? ""], origin, extras: { [dialect]: { wire } } };
}

/** The text of a content part of type `thinking`, in a message or a delta. */
export function thinkingTextOf(part: Json): string | undefined {
  return isObject(part) && isArray(part.thinking) ? detailTexts(part.thinking).join("") : undefined;
}
