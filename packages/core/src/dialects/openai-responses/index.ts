import type { Dialect } from "../../model/dialect.ts";
import { accept } from "./accept.ts";
import { adopt } from "./hosted.ts";
import { profile } from "./profile.ts";
import { decode, encode } from "./tools.ts";

/** The Responses API of OpenAI. */
export const dialect: Dialect = {
  id: "openai-responses",
  aliases: ["responses"],
  title: "OpenAI Responses",
  profile,
  tools: { decode, encode },
  adopt,
  accept,
};
