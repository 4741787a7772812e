import type { CallDialect } from "../../model/dialect.ts";
import { decodeCandidates } from "../chat/response.ts";
import { encodeResultMessages } from "../chat/result-messages.ts";
import { callProfile } from "./call-profile.ts";
import * as calls from "./calls.ts";
import { facts } from "./facts.ts";
import { decode } from "./messages.ts";
import * as results from "./results.ts";

/** The calls and results of OpenAI Chat Completions, without the rest of the dialect. */
export const callDialect: CallDialect<"openai-chat"> = {
  id: "openai-chat",
  profile: callProfile,
  calls,
  results,
  messages: { decode, encode: (messages, report) => encodeResultMessages(facts, messages, report) },
  response: { decode: (wire, report) => decodeCandidates(facts, wire, report) },
};
