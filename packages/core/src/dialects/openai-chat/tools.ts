import { text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import type { PointerIn } from "../../mapping/pointer.ts";
import { defineCustomLayout } from "../../mapping/tools/custom.ts";
import type { ToolCodec } from "../../model/dialect.ts";
import { chatTools, FUNCTION_FIELDS } from "../chat/tools.ts";
import { hosted } from "./hosted.ts";
import type { ChatCustomTool, FlatCustomTool } from "./wire.ts";

const codec = chatTools({
  expected: "an OpenAI Chat tool object",
  function: defineLayout({ dialect: "openai-chat", constants: { "/type": "function" }, fields: FUNCTION_FIELDS }),
  custom: defineCustomLayout<PointerIn<ChatCustomTool | FlatCustomTool>>({
    dialect: "openai-chat",
    constants: { "/type": "custom" },
    fields: {
      name: text("/custom/name", "/name"),
      description: text("/custom/description", "/description"),
      formatType: text("/custom/format/type", "/format/type"),
      formatSyntax: text("/custom/format/grammar/syntax", "/format/syntax"),
      formatDefinition: text("/custom/format/grammar/definition", "/format/definition"),
    },
  }),
  hosted,
});

export const decode: ToolCodec["decode"] = codec.decode;
export const encode: ToolCodec["encode"] = codec.encode;
