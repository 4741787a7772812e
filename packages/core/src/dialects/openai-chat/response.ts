import type { ChatCodecs } from "../chat/codecs.ts";
import { codecs } from "./codecs.ts";

export const decode: ChatCodecs["response"]["decode"] = codecs.response.decode;
export const encode: ChatCodecs["response"]["encode"] = codecs.response.encode;
