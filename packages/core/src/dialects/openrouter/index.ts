import type { Dialect } from "../../model/dialect.ts";
import { accept } from "./accept.ts";
import { adopt } from "./hosted.ts";
import { profile } from "./profile.ts";
import { decode, encode } from "./tools.ts";

/** The Chat API of OpenRouter: the one that most servers copy, with fields and server tools of its own. */
export const dialect: Dialect = {
  id: "openrouter",
  aliases: [],
  title: "OpenRouter",
  profile,
  tools: { decode, encode },
  adopt,
  accept,
};
