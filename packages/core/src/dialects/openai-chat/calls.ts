import type { ChatCodecs } from "../chat/codecs.ts";
import { codecs } from "./codecs.ts";

export const decode: ChatCodecs["calls"]["decode"] = codecs.calls.decode;
export const encode: ChatCodecs["calls"]["encode"] = codecs.calls.encode;
