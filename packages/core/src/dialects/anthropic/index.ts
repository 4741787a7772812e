import type { Dialect } from "../../model/dialect.ts";
import { accept } from "./accept.ts";
import { adopt } from "./hosted.ts";
import { profile } from "./profile.ts";
import { decode, encode } from "./tools.ts";

/** The Messages API of Anthropic. */
export const dialect: Dialect = {
  id: "anthropic",
  aliases: ["claude"],
  title: "Anthropic Messages",
  profile,
  tools: { decode, encode },
  adopt,
  accept,
};
