import type { Dialect } from "../../model/dialect.ts";
import { accept } from "./accept.ts";
import { profile } from "./profile.ts";
import { decode, encode } from "./tools.ts";

/** The Chat Completions API of OpenAI, and of the many servers that copy it. */
export const dialect: Dialect = {
  id: "openai-chat",
  aliases: ["openai"],
  title: "OpenAI Chat Completions",
  profile,
  tools: { decode, encode },
  accept,
};
