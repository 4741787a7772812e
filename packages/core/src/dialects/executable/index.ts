import type { Dialect } from "../../model/dialect.ts";
import { accept } from "./accept.ts";
import { profile } from "./profile.ts";
import { decode, encode } from "./tools.ts";

/** What an executable tool prints when it is asked for its schema. */
export const dialect: Dialect = {
  id: "executable",
  aliases: [],
  title: "Executables that describe themselves with --schema",
  profile,
  tools: { decode, encode },
  accept,
};
