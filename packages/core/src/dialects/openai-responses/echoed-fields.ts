/** Fields of a response that repeat the request or its output. */
export const ECHO: ReadonlySet<string> = new Set([
  ...["background", "conversation", "frequency_penalty", "include", "input", "instructions", "max_output_tokens"],
  ...["max_tool_calls", "metadata", "output_text", "parallel_tool_calls", "presence_penalty", "previous_response_id"],
  ...["prompt", "prompt_cache_key", "prompt_cache_options", "prompt_cache_retention", "reasoning"],
  ...["safety_identifier", "store", "temperature", "text", "tool_choice", "tools", "top_logprobs", "top_p"],
  ...["truncation", "user"],
]);
