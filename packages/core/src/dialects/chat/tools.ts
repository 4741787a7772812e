import { type FieldMapping, filledArgumentsSchema, flag, text } from "../../mapping/field-mapping.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import type { PointerIn } from "../../mapping/pointer.ts";
import { readTyped, type TypedTools, writeTyped } from "../../mapping/tools/typed.ts";
import type { ToolCodec } from "../../model/dialect.ts";
import type { ChatFunctionDefinition, ChatFunctionTool } from "./wire.ts";

/** Binds the family's tool codec to the layouts of one dialect. */
export function chatTools(layouts: TypedTools): ToolCodec {
  return {
    decode: (wire, report) => wire.map((tool, index) => readTyped(layouts, tool, report.at(index))),
    encode: (drafts, report) => encodeEach(drafts, (draft) => writeTyped(layouts, draft, report)),
  };
}

/** The fields of a function, in its wrapping and without. */
export const FUNCTION_FIELDS: Readonly<
  Record<string, FieldMapping<PointerIn<ChatFunctionTool | ChatFunctionDefinition>>>
> = {
  name: text("/function/name", "/name"),
  description: text("/function/description", "/description"),
  strict: flag("/function/strict", "/strict"),
  inputSchema: filledArgumentsSchema("/function/parameters", "/parameters"),
};
