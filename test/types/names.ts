import {
  type Bridge,
  type Change,
  ConversionError,
  type Converted,
  checkTools,
  convertCallId,
  convertTools,
  createBridge,
  type DialectName,
  dialectNamed,
  formatToolResult,
  isDialect,
  isProfileName,
  type Json,
  type JsonObject,
  type Loss,
  parseToolCalls,
} from "@toolglot/core";
import { type } from "arktype";
import * as z from "zod";
import { a, accepts } from "./assignable.ts";

const tools = [{ name: "now", inputSchema: { type: "object" } }];

// Wrong names do not compile.
// @ts-expect-error not a dialect
convertTools(tools, { from: "mcp", to: "nonsense-dialect" });
// @ts-expect-error not a dialect
convertTools(tools, { from: "mpc", to: "anthropic" });
// @ts-expect-error not a profile
convertTools(tools, { from: "mcp", to: "anthropic", profile: "stricter" });
// @ts-expect-error not a dialect
checkTools(tools, { from: "mcp", to: "chat-gpt" });
// @ts-expect-error not a dialect
parseToolCalls([], { from: "openapi" });
// @ts-expect-error not a dialect
formatToolResult({ id: "1", name: "now", content: "noon" }, { to: "gpt" });
// @ts-expect-error not a dialect
convertCallId("toolu_1", { to: "open-ai" });
// @ts-expect-error not a dialect
createBridge({ client: "anthropic", provider: "antropic" });
// @ts-expect-error not the code of a loss
a<Loss>().code === "keywords";
// @ts-expect-error not the rule of a change
a<Change>().rule === "map-to-entry";
// @ts-expect-error not an action
a<Loss>().action === "removed";
// @ts-expect-error not the code of a refusal
a<ConversionError>().code === "unknown-dialects";
// @ts-expect-error the value is a list of tools
convertTools(tools, { from: "mcp", to: "anthropic" }).value.input_schema;

// Every alias is a name.
for (const to of ["openai", "responses", "claude", "google"] as const) convertTools(tools, { from: "mcp", to });

// A name that is known only at run time gives JSON, without a cast.
function convert(from: string, to: string, profile: string, body: Json): JsonObject {
  if (!isDialect(from) || !isProfileName(profile)) throw new Error("usage");
  const bridge: Bridge = createBridge({ client: from, provider: dialectNamed(to), profile });
  const converted: Converted = convertTools(body, { from, to: dialectNamed(to), profile });
  accepts<Json[]>(converted.value);
  accepts<JsonObject>(bridge.response(body).value);
  return bridge.request(body).value;
}
convert("mcp", "anthropic", "strict", []);
accepts<DialectName>(dialectNamed("claude"));

// JSON of unknown origin is taken for any dialect; what TypeScript knows to be something else is not.
createBridge({ client: "anthropic", provider: "openai-chat" }).request(a<Json>());
// @ts-expect-error a Date is not JSON
createBridge({ client: "anthropic", provider: "openai-chat" }).request(a<Date>());

// Schemas of libraries stand where a schema may stand.
convertTools([{ name: "now", inputSchema: z.object({ zone: z.string() }) }], { from: "mcp", to: "openai-chat" });
convertTools([{ name: "now", input_schema: type({ zone: "string" }) }], { from: "anthropic", to: "openai-chat" });

accepts<string>(new ConversionError({ ...a<ConversionError>(), cause: "" }).code);
