import type { ErrorsCodec } from "../../model/dialect.ts";
import { decodeFailure, encodeFailure } from "../chat/errors.ts";

export const decode: ErrorsCodec["decode"] = decodeFailure;
export const encode: ErrorsCodec["encode"] = encodeFailure;
