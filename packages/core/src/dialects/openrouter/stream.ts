import type { ChatCodecs } from "../chat/codecs.ts";
import { codecs } from "./codecs.ts";

export const decode: ChatCodecs["stream"]["decode"] = codecs.stream.decode;
export const encode: ChatCodecs["stream"]["encode"] = codecs.stream.encode;
