import type { Json } from "@toolglot/core";
import type { Fields, Sample } from "./sample.ts";

const VERSION: Fields = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
const CAPABILITIES: Fields = { "io.modelcontextprotocol/clientCapabilities": {} };

function mcp(rule: string, change: Fields, params: Fields = {}): Sample {
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "f", ...params }, ...change };
  return ["mcp", "request", rule, body];
}

function content(rule: string, block: Json): Sample {
  return ["mcp", "response", rule, { content: [block] }];
}

/** One illegal sample or more for each rule. */
export const ILLEGAL: readonly Sample[] = [
  ["mcp", "request", "shape", []],
  mcp("jsonrpc", { jsonrpc: "1.0" }),
  mcp("id", { id: null }),
  mcp("method", { method: "tools/list" }),
  mcp("params", { params: [] }),
  mcp("name", {}, { name: "" }),
  mcp("arguments", {}, { arguments: "{}" }),
  mcp("meta", {}, { _meta: [] }),
  mcp("meta-version", {}, { _meta: CAPABILITIES }),
  mcp("meta-capabilities", {}, { _meta: VERSION }),
  ["mcp", "response", "response-shape", []],
  ["mcp", "response", "result-or-error", { jsonrpc: "2.0", id: 1 }],
  ["mcp", "response", "jsonrpc", { jsonrpc: "1.0", id: 1, result: { content: [] } }],
  ["mcp", "response", "id", { jsonrpc: "2.0", id: 1.5, result: { content: [] } }],
  ["mcp", "response", "result", { jsonrpc: "2.0", id: 1, result: [] }],
  ["mcp", "response", "result-type", { resultType: "partial", content: [] }],
  ["mcp", "response", "input-requests", { resultType: "input_required" }],
  ["mcp", "response", "request-state", { resultType: "input_required", requestState: 1 }],
  ["mcp", "response", "content", { structuredContent: {} }],
  ["mcp", "response", "is-error", { content: [], isError: "no" }],
  ["mcp", "response", "structured-content", { content: [], structuredContent: [] }],
  content("block-shape", "hi"),
  content("block-kind", { type: "input_text", text: "hi" }),
  content("annotations", { type: "text", text: "hi", annotations: [] }),
  content("text", { type: "text" }),
  content("media-data", { type: "image", data: "data:image/png;base64,AAAA", mimeType: "image/png" }),
  content("media-type", { type: "audio", data: "AAAA" }),
  content("resource", { type: "resource", resource: { uri: "file:///a" } }),
  content("resource-link", { type: "resource_link", uri: "file:///a" }),
  ["mcp", "error", "error-shape", [400, { jsonrpc: "2.0", id: 1, error: "no" }]],
  ["mcp", "error", "error-code", [400, { jsonrpc: "2.0", id: 1, error: { code: "no", message: "no" } }]],
  ["mcp", "error", "error-message", [400, { jsonrpc: "2.0", id: 1, error: { code: -32602 } }]],
];
