import { isObject, type JsonObject } from "@toolglot/core";
import { object, objects, string } from "../dialects/reading.ts";
import { Refused } from "../refused.ts";

/** Refuses what Ollama's server cannot decode; it checks little else. */
export function checkOllama({ model, messages, think }: JsonObject): void {
  if (think !== undefined && think !== null && think !== false && !canThink(string(model)))
    throw new Refused(`"${string(model)}" does not support thinking`);
  for (const message of objects(messages)) {
    if (!["system", "user", "assistant", "tool"].includes(string(message.role).toLowerCase()))
      throw new Refused(`invalid role: ${string(message.role)}, role must be one of [system, user, assistant, tool]`);
    if (message.content !== undefined && message.content !== null && typeof message.content !== "string")
      throw new Refused(
        "json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string",
      );
    for (const call of objects(message.tool_calls))
      if (!isObject(object(call.function).arguments))
        throw new Refused(
          "json: cannot unmarshal string into Go struct field ChatRequest.messages.tool_calls.function.arguments of type api.ToolCallFunctionArguments",
        );
  }
  if (typeof think === "string" && !["low", "medium", "high", "max"].includes(think))
    throw new Refused(`invalid think value: "${think}" (must be "high", "medium", "low", "max", true, or false)`);
}

/** Whether `/api/show` has "thinking" among the capabilities of a model; what is not known may. */
export function canThink(model: string): boolean {
  return !/^(?:llama|mistral|mixtral|codellama|gemma[23]?(?::|$)|phi[34]?(?::|$)|qwen2)/.test(model);
}
