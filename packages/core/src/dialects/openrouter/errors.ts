import { statusFor } from "../../mapping/nodes/failure.ts";
import type { ErrorsCodec } from "../../model/dialect.ts";
import { decodeFailure } from "../chat/errors.ts";
import { errorObject } from "./envelope.ts";

export const decode: ErrorsCodec["decode"] = decodeFailure;
export const encode: ErrorsCodec["encode"] = (failure) => ({
  status: statusFor(failure, {}),
  value: { error: errorObject(failure) },
});
