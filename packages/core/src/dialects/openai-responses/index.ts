import type { Dialect } from "../../model/dialect.ts";
import * as calls from "./calls.ts";
import * as choice from "./choice.ts";
import { isClientTool } from "./client-tools.ts";
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

/** The Responses API of OpenAI. */
export const dialect: Dialect<"openai-responses"> = {
  id: "openai-responses",
  aliases: ["responses"],
  title: "OpenAI Responses",
  profile,
  tools,
  adopt,
  isClientTool,
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
