import type { Dialect } from "../../model/dialect.ts";
import { accept } from "./accept.ts";
import { adopt } from "./hosted.ts";
import { profile } from "./profile.ts";
import { decode, encode } from "./tools.ts";

/** The generateContent API of Google Gemini. */
export const dialect: Dialect = {
  id: "gemini",
  aliases: ["google"],
  title: "Google Gemini",
  profile,
  tools: { decode, encode },
  adopt,
  accept,
};
