import { copyJson } from "./json/value.ts";
import type { RefusalCode } from "./model/codes.ts";
import { ConversionError } from "./model/error.ts";
import type { Json } from "./model/json.ts";
import type { ToolFields } from "./model/tool.ts";

/** The methods of every canonical tool. */
export interface ToolMethods {
  /** A stable identifier: `namespace:name`, or the name alone. */
  id(): string;
  /** Throws a `ConversionError` if the name is empty or a function has no schema. */
  validate(): void;
  /** A deep copy that shares nothing with this tool. */
  copy(): Tool;
}

/** A tool in the canonical model, whichever dialect it came from. */
export type Tool = ToolFields & ToolMethods;

/**
 * Makes a canonical tool from its fields.
 *
 * @example
 * createTool({ type: "function", namespace: "github", name: "get_repo", inputSchema: { type: "object" } }).id(); // "github:get_repo"
 */
export function createTool(fields: ToolFields): Tool {
  return Object.assign(Object.create(methods), fields) as Tool;
}

const methods: ToolMethods & ThisType<Tool> = {
  id() {
    return this.namespace === undefined ? this.name : `${this.namespace}:${this.name}`;
  },
  validate() {
    if (typeof this.name !== "string" || this.name === "") throw invalid("missing-name", "a tool needs a name");
    if (this.type === "function" && this.inputSchema === undefined)
      throw invalid("missing-schema", `tool ${this.name} needs an input schema`);
  },
  copy() {
    // Its own fields are JSON; the methods are those of its prototype.
    return createTool(copyJson({ ...this } as unknown as Json) as unknown as ToolFields);
  },
};

function invalid(code: RefusalCode, cause: string): ConversionError {
  return new ConversionError({ adapter: "canonical", direction: "to_canonical", path: "", code, cause });
}
