import type { CallDialect } from "../../model/dialect.ts";
import { callProfile } from "./call-profile.ts";
import * as calls from "./calls.ts";
import { decodeCandidates } from "./candidates.ts";
import * as messages from "./messages.ts";
import * as results from "./results.ts";

/** The calls and results of Bedrock's Converse, without the rest of the dialect. */
export const callDialect: CallDialect<"bedrock"> = {
  id: "bedrock",
  profile: callProfile,
  calls,
  results,
  messages,
  response: { decode: decodeCandidates },
};
