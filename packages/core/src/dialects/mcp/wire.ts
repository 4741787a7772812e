import type { Json, JsonObject } from "../../model/json.ts";
import type { JsonSchema } from "../../model/schema.ts";

/** https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool */
export interface McpTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Json[];
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: JsonObject;
  readonly _meta?: JsonObject;
}
