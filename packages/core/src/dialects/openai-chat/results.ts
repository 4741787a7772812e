import type { ChatCodecs } from "../chat/codecs.ts";
import { codecs } from "./codecs.ts";

export const decode: ChatCodecs["results"]["decode"] = codecs.results.decode;
export const encode: ChatCodecs["results"]["encode"] = codecs.results.encode;
