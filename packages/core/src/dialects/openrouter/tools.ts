import { flag, object } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import type { PointerIn } from "../../mapping/pointer.ts";
import type { ToolCodec } from "../../model/dialect.ts";
import { chatTools, FUNCTION_FIELDS } from "../chat/tools.ts";
import type { ChatFunctionDefinition } from "../chat/wire.ts";
import { hosted } from "./hosted.ts";
import type { OpenRouterFunctionTool } from "./wire.ts";

const codec = chatTools({
  expected: "an OpenRouter tool object",
  function: defineLayout<PointerIn<OpenRouterFunctionTool | ChatFunctionDefinition>>({
    dialect: "openrouter",
    constants: { "/type": "function" },
    fields: { ...FUNCTION_FIELDS, cacheControl: object("/cache_control"), deferLoading: flag("/defer_loading") },
  }),
  hosted,
});

export const decode: ToolCodec["decode"] = codec.decode;
export const encode: ToolCodec["encode"] = codec.encode;
