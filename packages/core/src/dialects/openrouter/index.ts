import type { Dialect } from "../../model/dialect.ts";
import * as calls from "./calls.ts";
import * as choice from "./choice.ts";
import * as errors from "./errors.ts";
import { adopt } from "./hosted.ts";
import * as messages from "./messages.ts";
import * as parts from "./parts.ts";
import { profile } from "./profile.ts";
import * as request from "./request.ts";
import * as response from "./response.ts";
import * as results from "./results.ts";
import * as stream from "./stream.ts";
import * as tools from "./tools.ts";

/** The Chat API of OpenRouter: Chat Completions with fields and server tools of its own. */
export const dialect: Dialect<"openrouter"> = {
  id: "openrouter",
  aliases: [],
  title: "OpenRouter",
  profile,
  tools,
  adopt,
  choice,
  parts,
  calls,
  results,
  messages,
  request,
  response,
  stream,
  errors,
};
