import type { JsonObject } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import { object, objects, string } from "../dialects/reading.ts";
import { RefusedRequest } from "../refused-request.ts";

/** Refuses what Ollama's server cannot decode; it checks little else. */
export function checkOllama({ model, messages, think }: JsonObject): void {
  if (think !== undefined && think !== null && think !== false && !canThink(string(model)))
    throw new RefusedRequest(`"${string(model)}" does not support thinking`);
  for (const message of objects(messages)) {
    if (!["system", "user", "assistant", "tool"].includes(string(message.role).toLowerCase()))
      throw new RefusedRequest(
        `invalid role: ${string(message.role)}, role must be one of [system, user, assistant, tool]`,
      );
    if (message.content !== undefined && message.content !== null && typeof message.content !== "string")
      throw new RefusedRequest(
        "json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string",
      );
    for (const call of objects(message.tool_calls))
      if (!isObject(object(call.function).arguments))
        throw new RefusedRequest(
          "json: cannot unmarshal string into Go struct field ChatRequest.messages.tool_calls.function.arguments of type api.ToolCallFunctionArguments",
        );
  }
  if (typeof think === "string" && !["low", "medium", "high", "max"].includes(think))
    throw new RefusedRequest(
      `invalid think value: "${think}" (must be "high", "medium", "low", "max", true, or false)`,
    );
}

/** Whether `/api/show` lists "thinking" among a model's capabilities; unknown models can think. */
export function canThink(model: string): boolean {
  return !/^(?:llama|mistral|mixtral|codellama|gemma[23]?(?::|$)|phi[34]?(?::|$)|qwen2)/.test(model);
}
