import type { Dialect } from "../../model/dialect.ts";
import { EventStreamSource } from "../../stream/event-stream-text.ts";
import { eventAsJson } from "./bytes.ts";
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

/** The Converse API of Amazon Bedrock. */
export const dialect: Dialect<"bedrock"> = {
  id: "bedrock",
  aliases: [],
  title: "Amazon Bedrock Converse",
  profile,
  tools,
  adopt,
  streamSource: () => new EventStreamSource(),
  eventAsJson,
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
