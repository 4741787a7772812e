import type { Dialect } from "../../model/dialect.ts";
import { accept } from "./accept.ts";
import { profile } from "./profile.ts";
import { decode, encode } from "./tools.ts";

/** The tools of a Model Context Protocol server. */
export const dialect: Dialect = {
  id: "mcp",
  aliases: [],
  title: "Model Context Protocol",
  profile,
  tools: { decode, encode },
  accept,
};
