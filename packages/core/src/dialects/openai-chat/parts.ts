import type { ChatCodecs } from "../chat/codecs.ts";
import { codecs } from "./codecs.ts";

export const decode: ChatCodecs["parts"]["decode"] = codecs.parts.decode;
export const encode: ChatCodecs["parts"]["encode"] = codecs.parts.encode;
