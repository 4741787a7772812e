// Which fields of a node every dialect can express. A node that has no others is plain: it cannot lose anything, and
// needs no report.

import type { CallPart } from "../../model/call.ts";
import type { TextPart } from "../../model/content.ts";
import type { Message } from "../../model/message.ts";
import type { ResultPart } from "../../model/part.ts";

/**
 * What a field means for whether a node is plain: every dialect can express it or does without (`always`), or it must be absent
 * (`absent`). The records name every field of their type, so that a new field does not compile before it is classified.
 */
type PlainFields<Node> = Readonly<Record<keyof Node, "always" | "absent">>;

const TEXT: PlainFields<TextPart> = {
  type: "always",
  text: "always",
  origin: "always",
  citations: "absent",
  cacheControl: "absent",
  cacheBreakpoint: "absent",
  signature: "absent",
  extras: "absent",
};

const CALL: PlainFields<CallPart> = {
  type: "always",
  id: "always",
  name: "always",
  kind: "always",
  input: "always",
  origin: "always",
  namespace: "absent",
  builtIn: "absent",
  cacheControl: "absent",
  signature: "absent",
  extras: "absent",
};

const RESULT: PlainFields<ResultPart> = {
  type: "always",
  id: "always",
  name: "always",
  namespace: "always",
  kind: "always",
  builtIn: "always",
  parts: "always",
  plain: "always",
  origin: "always",
  structured: "absent",
  isError: "absent",
  cacheControl: "absent",
  extras: "absent",
};

const MESSAGE: PlainFields<Message> = {
  role: "always",
  parts: "always",
  plain: "always",
  origin: "always",
  name: "absent",
  phase: "absent",
  outputConfig: "absent",
  extras: "absent",
};

const TEXT_ABSENT = absentIn(TEXT);
const CALL_ABSENT = absentIn(CALL);
const RESULT_ABSENT = absentIn(RESULT);
const MESSAGE_ABSENT = absentIn(MESSAGE);

/** Whether a text has nothing but its text, apart from a field that the caller takes care of. */
export function isPlainText(part: TextPart, handled?: keyof TextPart): boolean {
  return lacks(part, TEXT_ABSENT, handled);
}

/** The fields of a text besides its text: a dialect that writes nothing but a string loses them. */
export function fieldsBesidesText(part: TextPart): (keyof TextPart)[] {
  return TEXT_ABSENT.filter((field) => part[field] !== undefined);
}

/** Whether a call is one of a function, with nothing but id, name and arguments, apart from such a field. */
export function isPlainCall(part: CallPart, handled?: keyof CallPart): boolean {
  return part.kind === "function" && lacks(part, CALL_ABSENT, handled);
}

/** Whether a result has nothing but its parts and the call that it answers, apart from such a field. */
export function isPlainResult(part: ResultPart, handled?: keyof ResultPart): boolean {
  return lacks(part, RESULT_ABSENT, handled);
}

/** Whether a message has nothing but its role and parts, apart from such a field. */
export function isPlainMessage(message: Message, handled?: keyof Message): boolean {
  return lacks(message, MESSAGE_ABSENT, handled);
}

function lacks<Node>(node: Node, fields: readonly (keyof Node)[], handled?: keyof Node): boolean {
  for (let index = 0; index < fields.length; index++) {
    const field = fields[index] as keyof Node;
    if (node[field] !== undefined && field !== handled) return false;
  }
  return true;
}

function absentIn<Node>(fields: PlainFields<Node>): readonly (keyof Node)[] {
  return (Object.keys(fields) as (keyof Node)[]).filter((field) => fields[field] === "absent");
}
