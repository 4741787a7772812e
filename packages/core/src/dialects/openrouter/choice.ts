import type { ChatCodecs } from "../chat/codecs.ts";
import { codecs } from "./codecs.ts";

export const decode: ChatCodecs["choice"]["decode"] = codecs.choice.decode;
export const encode: ChatCodecs["choice"]["encode"] = codecs.choice.encode;
