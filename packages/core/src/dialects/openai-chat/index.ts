import type { Dialect } from "../../model/dialect.ts";
import * as calls from "./calls.ts";
import * as choice from "./choice.ts";
import * as errors from "./errors.ts";
import * as messages from "./messages.ts";
import { effortWithTools } from "./model.ts";
import * as parts from "./parts.ts";
import { profile } from "./profile.ts";
import * as request from "./request.ts";
import * as response from "./response.ts";
import * as results from "./results.ts";
import * as stream from "./stream.ts";
import * as tools from "./tools.ts";

/** The Chat Completions API of OpenAI and of the servers that are compatible with it. */
export const dialect: Dialect<"openai-chat"> = {
  id: "openai-chat",
  aliases: ["openai"],
  title: "OpenAI Chat Completions",
  profile,
  tools,
  effortWithTools,
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
