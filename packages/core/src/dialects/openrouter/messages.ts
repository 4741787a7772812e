import type { ChatCodecs } from "../chat/codecs.ts";
import { codecs } from "./codecs.ts";

export const decode: ChatCodecs["messages"]["decode"] = codecs.messages.decode;
export const encode: ChatCodecs["messages"]["encode"] = codecs.messages.encode;
