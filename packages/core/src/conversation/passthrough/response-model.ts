// Where the client asked for one model and the provider was asked for another (`clientModel`, `providerModel`),
// responses that are passed through name the client's.

import { stringSpan } from "../../json/member.ts";
import { parsePointer } from "../../json/pointer.ts";
import { isObject } from "../../json/value.ts";
import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Conversation } from "../conversation.ts";

/** Renames the model of responses, where the client asked for another model than the provider did. */
export function responseModel({ options, client }: Conversation): ResponseModel | undefined {
  const { clientModel, providerModel } = options;
  if (clientModel === undefined || providerModel === undefined || clientModel === providerModel) return undefined;
  return new ResponseModel(clientModel, client.profile.conversation);
}

/**
 * Writes the model that the client asked for into responses that are passed through. An agent that compares the two may
 * drop the thinking of a response that names another model.
 */
export class ResponseModel {
  private readonly model: string;
  private readonly paths: readonly (readonly string[])[];
  private readonly framing: ConversationProfile["framing"];

  constructor(model: string, { answerModel = [], framing }: Pick<ConversationProfile, "answerModel" | "framing">) {
    this.model = model;
    this.paths = answerModel.map(parsePointer);
    this.framing = framing;
  }

  /** A whole response with the client's model; the same value where it names none, or already that one. */
  body(body: Json): Json {
    return this.paths.reduce<Json>((value, path) => replaced(value, path, this.model), body);
  }

  /** The same for one frame of a stream. */
  frame(frame: string): string {
    if (!this.paths.some((path) => frame.includes(`"${path.at(-1)}"`))) return frame;
    return this.framing === "sse"
      ? frame.replace(DATA, (_, field: string, data: string) => field + this.text(data))
      : frame.replace(LINE, (line) => this.text(line));
  }

  // Only the name is replaced, so that all other bytes stay.
  private text(text: string): string {
    for (const path of this.paths) {
      const span = stringSpan(text, path);
      if (span !== undefined) return text.slice(0, span.start) + JSON.stringify(this.model) + text.slice(span.end);
    }
    return text;
  }
}

const LINE = /^[^\r\n]+/;
// A line may end with a carriage return alone, so that several are one frame here.
const DATA = /(?<=^|[\r\n])(data: ?)([^\r\n]+)/g;

function replaced(value: Json, path: readonly string[], model: string): Json {
  const [key, ...rest] = path;
  if (key === undefined) return typeof value === "string" ? model : value;
  if (!isObject(value)) return value;
  const inner = value[key];
  const next = inner === undefined ? inner : replaced(inner, rest, model);
  return next === undefined || next === inner ? value : ({ ...value, [key]: next } as JsonObject);
}
