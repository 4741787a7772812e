import type { CallDialect } from "../../model/dialect.ts";
import { decodeCandidates } from "../chat/response.ts";
import { encodeResultMessages } from "../chat/result-messages.ts";
import { callProfile } from "./call-profile.ts";
import * as calls from "./calls.ts";
import { facts } from "./facts.ts";
import { decode } from "./messages.ts";
import * as results from "./results.ts";

/** The calls and results of the Chat API of OpenRouter, without the rest of the dialect. */
export const callDialect: CallDialect<"openrouter"> = {
  id: "openrouter",
  profile: callProfile,
  calls,
  results,
  messages: { decode, encode: (messages, report) => encodeResultMessages(facts, messages, report) },
  response: { decode: (wire, report) => decodeCandidates(facts, wire, report) },
};
