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

/** The Messages API of Anthropic. */
export const dialect: Dialect<"anthropic"> = {
  id: "anthropic",
  aliases: ["claude"],
  title: "Anthropic Messages",
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
