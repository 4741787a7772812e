import type { Json, JsonObject } from "@toolglot/core";
import { object, objects, string } from "../dialects/reading.ts";
import { RefusedRequest } from "../refused-request.ts";
import { isSignature } from "../signatures.ts";
import { checkResponsesModel } from "./openai-models.ts";
import { checkDeclared, checkStrict } from "./openai-tools.ts";

/** The items of a request; a plain text is a user message. */
export function itemsOf({ input }: JsonObject): JsonObject[] {
  return typeof input === "string" ? [{ role: "user", content: input }] : objects(input);
}

/** Refuses what the Responses API refuses. */
export function checkResponses(body: JsonObject): void {
  const items = itemsOf(body);
  if (items.length === 0 && body.previous_response_id === undefined && body.prompt === undefined)
    throw new RefusedRequest("Missing required parameter: 'input'.", {
      param: "input",
      code: "missing_required_parameter",
    });
  checkTools(body);
  checkResponsesModel(body);
  items.forEach(checkItem);
  items.forEach((item, index) => {
    if (item.type === "reasoning") checkFollowed(item, items[index + 1]);
  });
  checkPairs(items, body.previous_response_id !== undefined && body.previous_response_id !== null);
}

function checkTools({ tools, tool_choice, text }: JsonObject): void {
  const functions = objects(tools)
    .map((tool, index) => ({ tool, place: `tools[${index}]` }))
    .filter(({ tool }) => tool.type === "function");
  checkDeclared(
    functions.map(({ tool: { name, parameters, strict }, place }) => ({
      place,
      name: string(name),
      parameters,
      strict,
    })),
  );
  const { type, name } = object(tool_choice);
  const chosen = type === "function" || type === "custom" ? string(name) : undefined;
  if (chosen !== undefined && !namesIn(tools).includes(chosen))
    throw new RefusedRequest(`Tool choice '${chosen}' not found in 'tools' parameter.`, { param: "tool_choice" });
  const format = object(object(text).format);
  const subject = `response_format '${string(format.name)}'`;
  if (format.strict === true)
    checkStrict(format.schema ?? {}, { subject, param: "text.format.schema", code: "invalid_json_schema" }, []);
}

function namesIn(tools: Json | undefined): string[] {
  return objects(tools).flatMap((tool) => [string(tool.name), ...namesIn(tool.tools)]);
}

/** A reasoning item must be followed by the item that it led to. */
function checkFollowed({ id }: JsonObject, next: JsonObject | undefined): void {
  const belongs = next?.role === "assistant" || /^reasoning$|_call$/.test(string(next?.type));
  if (typeof id === "string" && !belongs)
    throw new RefusedRequest(`Item '${id}' of type 'reasoning' was provided without its required following item.`, {
      param: "input",
    });
}

function checkItem(item: JsonObject, index: number): void {
  const { id, call_id, encrypted_content } = item;
  const type = string(item.type) || "message";
  const place = `input[${index}]`;
  const prefix = PREFIXES[type];
  if (prefix !== undefined && typeof id === "string" && !id.startsWith(prefix))
    throw new RefusedRequest(`Invalid '${place}.id': '${id}'. Expected an ID that begins with '${prefix}'.`, {
      param: `${place}.id`,
      code: "invalid_value",
    });
  if (typeof call_id === "string" && call_id.length > 64)
    throw new RefusedRequest(
      `Invalid '${place}.call_id': string too long. Expected a string with maximum length 64, but got a string with length ${call_id.length} instead.`,
      { param: `${place}.call_id`, code: "string_above_max_length" },
    );
  if (
    type === "reasoning" &&
    typeof encrypted_content === "string" &&
    !isSignature("openai-responses", encrypted_content)
  )
    throw new RefusedRequest(
      `The encrypted content for item ${string(id)} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`,
      { code: "invalid_encrypted_content" },
    );
  if (type === "message") checkMessage(item, place);
  if (type === "function_call" && typeof item.arguments !== "string")
    throw new RefusedRequest(
      `Invalid type for '${place}.arguments': expected a string, but got something else instead.`,
      {
        param: `${place}.arguments`,
        code: "invalid_type",
      },
    );
}

const PREFIXES: Readonly<Record<string, string>> = { function_call: "fc", reasoning: "rs", custom_tool_call: "ctc" };

function checkMessage({ role, content }: JsonObject, place: string): void {
  if (!["user", "assistant", "system", "developer"].includes(string(role)))
    throw new RefusedRequest(
      `Invalid value: '${string(role)}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.`,
      { param: `${place}.role`, code: "invalid_value" },
    );
  for (const [index, { type }] of objects(content).entries()) {
    const isOutput = type === "output_text" || type === "refusal";
    if (role === "assistant" ? isOutput : !isOutput) continue;
    const supported =
      role === "assistant" ? "'output_text' and 'refusal'" : "'input_text', 'input_image', and 'input_file'";
    throw new RefusedRequest(`Invalid value: '${string(type)}'. Supported values are: ${supported}.`, {
      param: `${place}.content[${index}]`,
      code: "invalid_value",
    });
  }
}

function checkPairs(items: readonly JsonObject[], continues: boolean): void {
  const idsOf = (...types: string[]) =>
    items.filter(({ type }) => types.includes(string(type))).map(({ call_id }) => string(call_id));
  const calls = new Set(idsOf("function_call", "custom_tool_call"));
  const outputs = new Set(idsOf("function_call_output", "custom_tool_call_output"));
  const orphan = continues ? undefined : [...outputs].find((id) => !calls.has(id));
  if (orphan !== undefined)
    throw new RefusedRequest(`No tool call found for function call output with call_id ${orphan}.`, { param: "input" });
  const open = [...calls].find((id) => !outputs.has(id));
  if (open !== undefined)
    throw new RefusedRequest(`No tool output found for function call ${open}.`, { param: "input" });
}
