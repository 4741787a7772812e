import type { CallDialect } from "../../model/dialect.ts";
import { callProfile } from "./call-profile.ts";
import * as calls from "./calls.ts";
import * as messages from "./messages.ts";
import { decode } from "./response.ts";
import * as results from "./results.ts";

/** The calls and results of Google's Interactions API, without the rest of the dialect. */
export const callDialect: CallDialect<"gemini-interactions"> = {
  id: "gemini-interactions",
  profile: callProfile,
  calls,
  results,
  messages,
  response: { decode },
};
