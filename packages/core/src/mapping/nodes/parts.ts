// Creating and copying parts and messages. All are created here, field by field, so that the engine gives parts of one
// type the same hidden class. A spread would create one per dialect, which makes every later access slower.

import type { CallPart } from "../../model/call.ts";
import type { TextPart } from "../../model/content.ts";
import type { Message } from "../../model/message.ts";
import type { Provenance } from "../../model/node.ts";
import type { Part, ResultPart } from "../../model/part.ts";
import type { Whole } from "./whole.ts";

/** Creates a text part. */
export function createText({ origin, extras }: Provenance, fields: Fields<TextPart>): TextPart {
  const { text, citations, cacheControl, cacheBreakpoint, signature } = fields;
  const part: Whole<TextPart> = {
    type: "text",
    text,
    citations,
    cacheControl,
    cacheBreakpoint,
    signature,
    extras,
    origin,
  };
  return part;
}

/** Creates a call part. */
export function createCall({ origin, extras }: Provenance, fields: Fields<CallPart, "kind">): CallPart {
  const { id, name, namespace, kind = "function", builtIn, input, cacheControl, signature } = fields;
  const part: Whole<CallPart> = {
    type: "call",
    id,
    name,
    namespace,
    kind,
    builtIn,
    input,
    cacheControl,
    signature,
    extras,
    origin,
  };
  return part;
}

/** Creates a result part. */
export function createResult({ origin, extras }: Provenance, fields: Fields<ResultPart>): ResultPart {
  const { id, name, namespace, kind, builtIn, parts, plain, structured, isError, cacheControl } = fields;
  const part: Whole<ResultPart> = {
    type: "result",
    id,
    name,
    namespace,
    kind,
    builtIn,
    parts,
    plain,
    structured,
    isError,
    cacheControl,
    extras,
    origin,
  };
  return part;
}

/** Creates a message. */
export function createMessage({ origin, extras }: Provenance, fields: Omit<Message, keyof Provenance>): Message {
  const { role, parts, plain, name, phase, outputConfig } = fields;
  const message: Whole<Message> = { role, parts, plain, name, phase, outputConfig, extras, origin };
  return message;
}

/** A call with another id, name, kind or input. */
export function copyCall(
  call: CallPart,
  { id, name, namespace, kind, input }: Called & Pick<CallPart, "name" | "kind" | "input">,
): CallPart {
  const { builtIn, cacheControl, signature } = call;
  return createCall(call, { id, name, namespace, kind, builtIn, input, cacheControl, signature });
}

/** A result with another id, name or kind. */
export function copyResult(result: ResultPart, { id, name, namespace, kind }: Called): ResultPart {
  const { builtIn, parts, plain, structured, isError, cacheControl } = result;
  return createResult(result, { id, name, namespace, kind, builtIn, parts, plain, structured, isError, cacheControl });
}

/** A message with other parts. */
export function copyMessage(message: Message, parts: readonly Part[], role: Message["role"] = message.role): Message {
  const { plain, name, phase, outputConfig } = message;
  return createMessage(message, { role, parts, plain, name, phase, outputConfig });
}

/** The fields that a result takes from its rewritten call. */
interface Called {
  readonly id: string;
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly kind?: CallPart["kind"] | undefined;
}

/** The fields of a part without its type and provenance. */
type Fields<T extends Part, Usual extends keyof T = never> = Omit<T, "type" | Usual | keyof Provenance> &
  Partial<Pick<T, Usual>>;
