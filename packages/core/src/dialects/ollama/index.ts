import type { Dialect } from "../../model/dialect.ts";
import { accept } from "./accept.ts";
import { profile } from "./profile.ts";
import { decode, encode } from "./tools.ts";

/** The native chat API of Ollama. */
export const dialect: Dialect = {
  id: "ollama",
  aliases: [],
  title: "Ollama",
  profile,
  tools: { decode, encode },
  accept,
};
