import type { CallPart } from "../../model/call.ts";
import type { Message } from "../../model/message.ts";
import type { Provenance } from "../../model/node.ts";
import type { Part, TextPart } from "../../model/part.ts";
import type { ResultPart } from "../../model/result.ts";
import type { Whole } from "./whole.ts";

// Every part of a long conversation is made and rewritten here, field by field: so all of a kind have one shape, in which
// fields are found at once. A spread would look for the fields of every dialect's shape anew.

/** A text, with what was noted where it was read. */
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

/** A call, with what was noted where it was read. */
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

/** A result, with what was noted where it was read. */
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

/** A message, with what was noted where it was read. */
export function createMessage({ origin, extras }: Provenance, fields: Omit<Message, keyof Provenance>): Message {
  const { role, parts, plain, name, phase, outputConfig } = fields;
  const message: Whole<Message> = { role, parts, plain, name, phase, outputConfig, extras, origin };
  return message;
}

/** A call with other words in what a conversation may rewrite. */
export function copyCall(
  call: CallPart,
  { id, name, namespace, kind, input }: Called & Pick<CallPart, "name" | "kind" | "input">,
): CallPart {
  const { builtIn, cacheControl, signature } = call;
  return createCall(call, { id, name, namespace, kind, builtIn, input, cacheControl, signature });
}

/** A result with other words in what a conversation may rewrite. */
export function copyResult(result: ResultPart, { id, name, namespace, kind }: Called): ResultPart {
  const { builtIn, parts, plain, structured, isError, cacheControl } = result;
  return createResult(result, { id, name, namespace, kind, builtIn, parts, plain, structured, isError, cacheControl });
}

/** A message of the same that says something else. */
export function copyMessage(message: Message, parts: readonly Part[], role: Message["role"] = message.role): Message {
  const { plain, name, phase, outputConfig } = message;
  return createMessage(message, { role, parts, plain, name, phase, outputConfig });
}

/** What a conversation may rewrite in a result, after its call. */
interface Called {
  readonly id: string;
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly kind?: CallPart["kind"] | undefined;
}

/** What a part says, beside what it is and what was noted of it. */
type Fields<T extends Part, Usual extends keyof T = never> = Omit<T, "type" | Usual | keyof Provenance> &
  Partial<Pick<T, Usual>>;
