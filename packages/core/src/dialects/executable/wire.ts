import type { JsonSchema } from "../../model/schema.ts";

/** What an executable prints for `--schema`; all three fields are required. */
export interface ExecutableTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}
