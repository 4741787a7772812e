import type { Place } from "../place.ts";
import { checkContents } from "./content.ts";
import { checkFields, words } from "./fields.ts";

/** `Step`, in a request or a response. */
export function checkStep(step: Place): void {
  if (!step.is("object", "step-shape")) return;
  const type = step.at("type").text;
  step.at("type").oneOf(Object.keys(FIELDS), "step-type");
  checkFields(step, FIELDS[type] ?? Object.keys(step.object));
  CHECKS[type]?.(step);
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  user_input: words("type content"),
  model_output: words("type content error"),
  thought: words("type signature summary"),
  function_call: words("type id name arguments signature"),
  function_result: words("type call_id name is_error result signature"),
  code_execution_call: words("type id arguments signature"),
  code_execution_result: words("type call_id is_error result signature"),
  google_search_call: words("type id arguments search_type signature"),
  google_search_result: words("type call_id is_error result signature"),
  url_context_call: words("type id arguments signature"),
  url_context_result: words("type call_id is_error result signature"),
  google_maps_call: words("type id arguments signature"),
  google_maps_result: words("type call_id result signature"),
  file_search_call: words("type id signature"),
  file_search_result: words("type call_id signature"),
  retrieval_call: words("type id arguments retrieval_type signature"),
  retrieval_result: words("type call_id is_error signature"),
  processing_call: words("type id signature"),
  processing_result: words("type call_id signature"),
  mcp_server_tool_call: words("type id name server_name arguments"),
  mcp_server_tool_result: words("type call_id name server_name result"),
};

const CHECKS: Readonly<Record<string, (step: Place) => void>> = {
  user_input: checkUserInput,
  model_output: checkSpoken,
  thought: checkThought,
  function_call: checkCall,
  function_result: checkResult,
};

function checkSpoken(step: Place): void {
  if (step.at("content").exists) checkContents(step.at("content"));
}

// The AI SDK's requests have results among the content, and Google takes them.
function checkUserInput(step: Place): void {
  if (!step.at("content").isOptional("array", "content")) return;
  const blocks = step.at("content").items();
  for (const block of blocks) if (block.at("type").value === "function_result") checkResult(block);
  const others = blocks.filter((block) => block.at("type").value !== "function_result");
  if (others.length === blocks.length && blocks.length > 0) checkSpoken(step);
}

const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

function checkThought(step: Place): void {
  const signature = step.at("signature");
  const signed = !signature.exists || BASE64.test(signature.text);
  signature.badIf(!signed, "signature-base64", "Base64 decoding failed");
  if (step.at("summary").exists) checkContents(step.at("summary"));
}

function checkCall(step: Place): void {
  const [id, name] = [step.at("id"), step.at("name")];
  if (id.is("string", "call-id")) id.badIf(id.text === "", "call-id", "must not be empty");
  name.badIf(!NAME.test(name.text), "call-name", "is no name of a function");
  step.at("arguments").is("object", "call-arguments");
}

// B3.
const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/;

function checkResult(step: Place): void {
  const id = step.at("call_id");
  if (id.is("string", "result-id")) id.badIf(id.text === "", "result-id", "must not be empty");
  step.at("name").isOptional("string", "result-name");
  step.at("is_error").isOptional("boolean", "result-error");
  const { value } = step.at("result");
  if (Array.isArray(value)) checkContents(step.at("result"));
  else {
    const fits = typeof value === "string" || step.at("result").isObject;
    step.at("result").badIf(!fits, "result", "is a string, an object or a list of content");
  }
}
