import { isArray, isObject } from "../../json/value.ts";
import { hasField, objectsIn, sign } from "../../mapping/detect-signs.ts";
import type { DialectSigns } from "../../model/detect.ts";

export const detect: DialectSigns = {
  // A function looks like one of another API, which more people send.
  tools: [sign(50, ({ type }) => type === "function")],
  request: [
    sign(
      95,
      hasField("system_instruction", "generation_config", "previous_interaction_id", "safety_settings", "agent"),
    ),
    sign(95, ({ input }) => objectsIn(input).some(({ type }) => STEPS.has(String(type)))),
  ],
  response: [sign(75, ({ object, steps }) => object === "interaction" || isArray(steps))],
  stream: [sign(75, ({ event_type: type }) => typeof type === "string" && /^(?:interaction|step)\./.test(type))],
  choice: [sign(30, ({ type, allowed_tools: allowed }) => type === undefined && allowed !== undefined)],
  calls: [
    sign(
      35,
      ({ type, call_id: id, arguments: sent }) =>
        type === "function_call" && id === undefined && isObject(sent ?? null),
    ),
  ],
  results: [sign(60, ({ type }) => type === "function_result")],
};

/** The types of steps that no other API has. */
const STEPS: ReadonlySet<string> = new Set(["user_input", "model_output", "thought", "function_result"]);
