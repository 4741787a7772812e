// A server with the tools that the MCP conformance suite asks for, behind which toolglot stands.
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const SILENCE = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

const text = (words) => ({ type: "text", text: words });
const image = { type: "image", data: PIXEL, mimeType: "image/png" };
const resource = (uri, mimeType, words) => ({ type: "resource", resource: { uri, mimeType, text: words } });
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const tools = {
  test_simple_text: () => ({ content: [text("A simple answer.")] }),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: "audio", data: SILENCE, mimeType: "audio/wav" }] }),
  test_embedded_resource: () => ({ content: [resource("test://embedded", "text/plain", "What is inside.")] }),
  test_multiple_content_types: () => ({
    content: [text("Several kinds:"), image, resource("test://mixed", "application/json", '{"value":123}')],
  }),
  test_error_handling: () => ({ content: [text("It always fails.")], isError: true }),
  test_tool_with_progress: async ({ mcpReq }) => {
    for (const progress of [0, 50, 100]) {
      const params = { progressToken: mcpReq._meta?.progressToken, progress, total: 100 };
      if (params.progressToken !== undefined) await mcpReq.notify({ method: "notifications/progress", params });
      await wait(50);
    }
    return { content: [text("Done.")] };
  },
  json_schema_2020_12_tool: () => ({ content: [text("Fine.")] }),
  test_header: () => ({ content: [text("Heard.")] }),
};

const schemas = {
  json_schema_2020_12_tool: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: {
      address: {
        $anchor: "addressDef",
        type: "object",
        properties: { street: { type: "string" }, city: { type: "string" } },
      },
    },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" },
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false,
  },
  test_header: {
    type: "object",
    properties: { region: { type: "string", "x-mcp-header": "Region" } },
    required: ["region"],
  },
};

serveStdio(() => {
  const server = new Server({ name: "fixture", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      description: `For the suite: ${name}`,
      inputSchema: schemas[name] ?? { type: "object", properties: {} },
    })),
  }));
  server.setRequestHandler("tools/call", ({ params }, context) => tools[params.name](context));
  return server;
});
