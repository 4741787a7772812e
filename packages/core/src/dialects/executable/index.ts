import type { Dialect } from "../../model/dialect.ts";
import * as calls from "./calls.ts";
import * as choice from "./choice.ts";
import * as errors from "./errors.ts";
import * as messages from "./messages.ts";
import * as parts from "./parts.ts";
import { profile } from "./profile.ts";
import * as request from "./request.ts";
import * as response from "./response.ts";
import * as results from "./results.ts";
import * as stream from "./stream.ts";
import * as tools from "./tools.ts";

/** The `--schema` format of executables. */
export const dialect: Dialect<"executable"> = {
  id: "executable",
  aliases: [],
  title: "Executables that describe themselves with --schema",
  profile,
  tools,
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
