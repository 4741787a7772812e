import type { StreamCodec } from "../../model/dialect.ts";
import { ChatStreamReader } from "../chat/reader.ts";
import { ChatStreamWriter } from "../chat/writer.ts";
import { errorObject } from "./envelope.ts";
import { facts } from "./facts.ts";

export const decode: StreamCodec["decode"] = (emit, report) => new ChatStreamReader(facts, emit, report);
export const encode: StreamCodec["encode"] = (report, context) => new ChatStreamWriter(WRITER_FACTS, report, context);

const WRITER_FACTS = { ...facts, usageAlways: true, errorObject, errorFinish: "error" };
