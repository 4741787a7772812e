import type { Json, JsonObject } from "@toolglot/core";
import { object, objects, string } from "../dialects/reading.ts";
import { RefusedRequest } from "../refused-request.ts";
import { checkChatModel } from "./openai-models.ts";
import { checkDeclared, checkStrict, type Declared } from "./openai-tools.ts";

/** Refuses what Chat Completions refuses. */
export function checkChat(body: JsonObject): void {
  const messages = objects(body.messages);
  if (messages.length === 0)
    throw new RefusedRequest(
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      {
        param: "messages",
        code: "empty_array",
      },
    );
  checkTools(body);
  checkChatModel(body);
  checkFormat(body);
  messages.forEach(checkMessage);
  checkPairs(messages);
}

function checkTools({ tools, tool_choice, parallel_tool_calls }: JsonObject): void {
  if (Array.isArray(tools) && tools.length === 0)
    throw new RefusedRequest(
      "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      {
        param: "tools",
        code: "empty_array",
      },
    );
  checkDeclared(declaredIn(tools));
  if (tools !== undefined) {
    checkChosen(tools, tool_choice);
    return;
  }
  const given = Object.entries({ tool_choice, parallel_tool_calls }).find(([, value]) => value !== undefined)?.[0];
  if (given !== undefined && tool_choice !== "none")
    throw new RefusedRequest(`'${given}' is only allowed when 'tools' are specified.`, { param: given });
}

function declaredIn(tools: Json | undefined): Declared[] {
  return objects(tools).flatMap((tool, index) => {
    const { name, parameters, strict } = object(tool.function);
    return tool.type === "function"
      ? [{ place: `tools[${index}].function`, name: string(name), parameters, strict }]
      : [];
  });
}

function checkChosen(tools: Json, choice: Json | undefined): void {
  const { type, function: fields, custom } = object(choice);
  if (type !== "function" && type !== "custom") return;
  const wanted = string(object(fields ?? custom).name);
  const known = objects(tools).some((tool) => string(object(tool.function ?? tool.custom).name) === wanted);
  if (!known)
    throw new RefusedRequest(`Tool choice '${wanted}' not found in 'tools' parameter.`, { param: "tool_choice" });
}

/** Refuses a `strict` response schema that strict mode does not allow. */
function checkFormat({ response_format }: JsonObject): void {
  const { name, schema, strict } = object(object(response_format).json_schema);
  const subject = `response_format '${string(name)}'`;
  if (strict === true)
    checkStrict(schema ?? {}, { subject, param: "response_format", code: "invalid_request_error" }, []);
}

const ROLES = ["system", "assistant", "user", "function", "tool", "developer"];

function checkMessage(message: JsonObject, index: number): void {
  const place = `messages[${index}]`;
  const { role, content, tool_calls } = message;
  if (!ROLES.includes(string(role)))
    throw new RefusedRequest(
      `Invalid value: '${string(role)}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.`,
      { param: `${place}.role`, code: "invalid_value" },
    );
  if (role === "tool" && objects(content).some(({ type }) => type === "image_url"))
    throw new RefusedRequest(
      `Invalid '${place}'. Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL.`,
      { param: place, code: "invalid_value" },
    );
  if (
    role === "assistant" &&
    (content === undefined || content === null) &&
    tool_calls === undefined &&
    message.function_call === undefined &&
    message.refusal === undefined &&
    message.audio === undefined
  )
    throw new RefusedRequest(`Invalid value for 'content': expected a string, got null.`, {
      param: `${place}.content`,
    });
  objects(tool_calls).forEach((call, at) => {
    checkCall(call, `${place}.tool_calls[${at}]`);
  });
}

function checkCall(call: JsonObject, place: string): void {
  const { id, type } = call;
  if (typeof id === "string" && id.length > 40)
    throw new RefusedRequest(
      `Invalid '${place}.id': string too long. Expected a string with maximum length 40, but got a string with length ${id.length} instead.`,
      { param: `${place}.id`, code: "string_above_max_length" },
    );
  if (type === "function" && typeof object(call.function).arguments !== "string")
    throw new RefusedRequest(
      `Invalid type for '${place}.function.arguments': expected a string, but got something else instead.`,
      {
        param: `${place}.function.arguments`,
        code: "invalid_type",
      },
    );
}

function checkPairs(messages: readonly JsonObject[]): void {
  let open: string[] = [];
  let known: string[] = [];
  messages.forEach((message, index) => {
    if (message.role === "tool") {
      const id = string(message.tool_call_id);
      if (!known.includes(id))
        throw new RefusedRequest(
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
          {
            param: `messages.[${index}].role`,
          },
        );
      if (!open.includes(id))
        throw new RefusedRequest(`Duplicate value for 'tool_call_id' of '${id}' in message[${index}]`);
      open = open.filter((other) => other !== id);
      return;
    }
    refuseOpen(open, index);
    known = objects(message.tool_calls).map(({ id }) => string(id));
    open = known;
  });
  refuseOpen(open, messages.length);
}

function refuseOpen(open: readonly string[], index: number): void {
  if (open.length === 0) return;
  throw new RefusedRequest(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(", ")}`,
    { param: `messages.[${index}].role` },
  );
}
