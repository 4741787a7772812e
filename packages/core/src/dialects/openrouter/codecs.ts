import { type ChatCodecs, chatCodecs } from "../chat/codecs.ts";
import { facts } from "./facts.ts";

/** What this dialect shares with the rest of the family, bound to its facts. */
export const codecs: ChatCodecs = chatCodecs(facts);
