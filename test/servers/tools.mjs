import { Validator } from "@cfworker/json-schema";

/** Tools whose arguments end soon, however a model that has learnt nothing fills them in. */
export const tools = [
  {
    name: "get_weather",
    schema: {
      type: "object",
      properties: {
        city: { type: "string", maxLength: 8, description: "Where." },
        unit: { type: "string", enum: ["c", "f"] },
        days: { type: "integer", minimum: 1, maximum: 9 },
      },
      required: ["city", "unit"],
      additionalProperties: false,
    },
  },
  {
    name: "place_order",
    schema: {
      type: "object",
      properties: {
        items: {
          type: "array",
          minItems: 1,
          maxItems: 2,
          items: {
            type: "object",
            properties: {
              sku: { type: "string", minLength: 1, maxLength: 4 },
              count: { type: "integer", enum: [1, 2, 3] },
            },
            required: ["sku", "count"],
            additionalProperties: false,
          },
        },
        gift: { type: ["boolean", "null"] },
        paid: { type: "boolean" },
      },
      required: ["items", "paid"],
      additionalProperties: false,
    },
  },
];

/**
 * What is wrong with a call: no such tool, or arguments that its schema refuses. Some libraries send less than the schema that
 * they were given; `loosely` leaves out what those do.
 */
export function callProblems({ name, arguments: text }, { loosely = false } = {}) {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) return [`called ${name}, which was not offered`];
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return [`arguments of ${name} are no JSON: ${text.slice(0, 200)}`];
  }
  const { valid, errors } = new Validator(
    loosely ? JSON.parse(JSON.stringify(tool.schema, withoutLimits)) : tool.schema,
    "2020-12",
  ).validate(value);
  return valid ? [] : [`arguments of ${name} are not valid: ${text.slice(0, 200)} (${errors.at(-1)?.error})`];
}

function withoutLimits(key, value) {
  return ["maxLength", "minimum", "maximum"].includes(key) ? undefined : value;
}
