import { refusableFields } from "@toolglot/core/base";
import type { TokenPrices } from "../providers/prices.ts";
import type { ModelSettings } from "./config.ts";
import type { Field } from "./field.ts";
import { defined, optional } from "./fields.ts";

/** Plain names, or what is known of the models that match. */
export function readModels(field: Field): ModelSettings[] {
  return (field.list() ?? []).flatMap((each) => {
    const settings = typeof each.value === "string" ? settingsOf(each) : readModel(each);
    return settings ?? [];
  });
}

function readModel(field: Field): ModelSettings | undefined {
  const fields = field.object(["match", "refuses", "accepts", "price"]);
  if (fields === undefined) return undefined;
  const { match, refuses, accepts, price } = fields;
  const read = { refuses: optional(refuses, readSettings), accepts: optional(accepts, readSettings) };
  return settingsOf(match, defined({ ...read, price: optional(price, readPrice) }));
}

function settingsOf(match: Field, more: Partial<ModelSettings> = {}): ModelSettings | undefined {
  const text = match.text();
  return text === undefined ? undefined : { match: text, refuses: [], accepts: [], ...more };
}

function readSettings(field: Field): string[] {
  return (field.list() ?? []).flatMap((each) => each.choice(refusableFields) ?? []);
}

function readPrice(field: Field): TokenPrices | undefined {
  const fields = field.object(["input", "output", "cacheRead", "cacheWrite", "cacheWriteHour", "reasoning"]);
  if (fields === undefined) return undefined;
  const { input, output, ...others } = fields;
  const [inputPrice, outputPrice] = [input.nonNegativeNumber(), output.nonNegativeNumber()];
  const more = Object.entries(others).map(([name, each]) => [name, optional(each, () => each.nonNegativeNumber())]);
  if (inputPrice === undefined || outputPrice === undefined) return undefined;
  return { input: inputPrice, output: outputPrice, ...defined(Object.fromEntries(more)) };
}
