import { judge, type Place } from "./place.ts";
import type { Legality } from "./types.ts";

/** `tools/call` and its result, by the sections C2 and C4 of the wire facts. */
export const legality: Legality = {
  request: (body) => judge(body, checkRequest),
  response: (body) => judge(body, checkResponse),
  stream: () => [],
  error: (_status, body) => judge(body, checkFailure),
};

const VERSION = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

function checkRequest(root: Place): void {
  if (!root.is("object", "shape")) return;
  root.at("jsonrpc").oneOf(["2.0"], "jsonrpc");
  checkId(root.at("id"));
  root.at("method").oneOf(["tools/call"], "method");
  const params = root.at("params");
  if (!params.is("object", "params")) return;
  params.at("name").badIf(params.at("name").text === "", "name", "must be a non-empty string");
  const given = params.at("arguments");
  given.badIf(given.value !== undefined && !given.isObject, "arguments", "must be an object");
  checkMeta(params.at("_meta"));
}

function checkId(id: Place): void {
  const right = typeof id.value === "string" || Number.isInteger(id.value);
  id.badIf(!right, "id", "must be a string or an integer");
}

// C2: since 2026-07-28 the version and the capabilities go together; before, there is neither.
function checkMeta(meta: Place): void {
  if (meta.value === undefined || !meta.is("object", "meta")) return;
  const [version, capabilities] = [meta.at(VERSION), meta.at(CAPABILITIES)];
  if (!version.exists && !capabilities.exists) return;
  version.is("string", "meta-version");
  capabilities.is("object", "meta-capabilities");
}

function checkResponse(root: Place): void {
  if (!root.is("object", "response-shape")) return;
  if (root.at("jsonrpc").value === undefined) checkResult(root);
  else checkAnswer(root);
}

function checkAnswer(root: Place): void {
  const [result, error] = [root.at("result"), root.at("error")];
  root.badIf(result.exists === error.exists, "result-or-error", "has either a result or an error");
  root.at("jsonrpc").oneOf(["2.0"], "jsonrpc");
  if (!error.exists) checkId(root.at("id")); // an error without one answers what could not be read
  if (error.exists) checkFailure(root);
  else checkResult(result);
}

function checkResult(result: Place): void {
  if (!result.is("object", "result")) return;
  const type = result.at("resultType");
  if (type.value !== undefined) type.oneOf(["complete", "input_required"], "result-type");
  if (type.value === "input_required") checkRequired(result);
  else checkComplete(result);
}

// C2: what to ask, or what to come back with.
function checkRequired(result: Place): void {
  const [requests, state] = [result.at("inputRequests"), result.at("requestState")];
  result.badIf(!requests.exists && !state.exists, "input-requests", "needs inputRequests or requestState");
  requests.isOptional("object", "input-requests");
  state.isOptional("string", "request-state");
}

// C4.
function checkComplete(result: Place): void {
  result.at("content").is("array", "content");
  for (const block of result.at("content").items()) checkBlock(block);
  const flag = result.at("isError");
  flag.badIf(flag.value !== undefined && typeof flag.value !== "boolean", "is-error", "must be a boolean");
  const data = result.at("structuredContent");
  // C3: a result without `resultType` goes to peers of 2025, which take objects only.
  const plain = result.at("resultType").value !== undefined || data.value === undefined || data.isObject;
  data.badIf(!plain, "structured-content", "must be an object before 2026-07-28");
}

// C4.
function checkBlock(block: Place): void {
  if (!block.is("object", "block-shape")) return;
  const check = BLOCKS[block.at("type").text];
  if (check === undefined) block.at("type").bad("block-kind", "is not a kind of content");
  check?.(block);
  block.at("annotations").isOptional("object", "annotations");
}

function checkMedia(block: Place): void {
  const data = block.at("data");
  data.badIf(!/^[A-Za-z0-9+/]*={0,2}$/.test(data.text) || data.text === "", "media-data", "must be base64");
  block.at("mimeType").is("string", "media-type");
}

function checkResource(block: Place): void {
  const resource = block.at("resource");
  if (!resource.is("object", "resource")) return;
  resource.at("uri").is("string", "resource");
  const kinds = ["text", "blob"].filter((key) => typeof resource.at(key).value === "string");
  resource.badIf(kinds.length !== 1, "resource", "has either text or blob");
}

const BLOCKS: Readonly<Record<string, (block: Place) => void>> = {
  text: (block) => void block.at("text").is("string", "text"),
  image: checkMedia,
  audio: checkMedia,
  resource: checkResource,
  resource_link: (block) => {
    block.at("uri").is("string", "resource-link");
    block.at("name").is("string", "resource-link");
  },
};

function checkFailure(root: Place): void {
  if (!root.is("object", "error-shape")) return;
  root.at("jsonrpc").oneOf(["2.0"], "jsonrpc");
  const error = root.at("error");
  if (!error.is("object", "error-shape")) return;
  error.at("code").is("integer", "error-code");
  error.at("message").is("string", "error-message");
}
