import type { CallPart } from "../model/call.ts";
import type { Message } from "../model/message.ts";
import type { Part } from "../model/part.ts";
import type { ResultPart } from "../model/result.ts";

// Spelled out, because every part of a long conversation goes through here: a spread looks up the fields of each shape
// anew, and every dialect has shapes of its own.

/** A call with other words in what a conversation may rewrite. */
export function copyCall(
  call: CallPart,
  { id, name, namespace, kind, input }: Called & Pick<CallPart, "name" | "kind" | "input">,
): CallPart {
  const { cacheControl, seal, extras, origin } = call;
  const copy: Whole<CallPart> = {
    type: "call",
    id,
    name,
    namespace,
    kind,
    input,
    cacheControl,
    seal,
    extras,
    origin,
  };
  return copy as CallPart;
}

/** A result with other words in what a conversation may rewrite. */
export function copyResult(result: ResultPart, { id, name, namespace, kind }: Called): ResultPart {
  const { parts, plain, structured, isError, cacheControl, extras, origin } = result;
  const copy: Whole<ResultPart> = {
    type: "result",
    id,
    name,
    namespace,
    kind,
    parts,
    plain,
    structured,
    isError,
    cacheControl,
    extras,
    origin,
  };
  return copy as ResultPart;
}

/** A message of the same that says something else. */
export function copyMessage(message: Message, parts: readonly Part[], role: Message["role"] = message.role): Message {
  const { plain, name, phase, outputConfig, extras, origin } = message;
  const copy: Whole<Message> = { role, parts, plain, name, phase, outputConfig, extras, origin };
  return copy as Message;
}

/** What a conversation may rewrite in a result, after its call. */
interface Called {
  readonly id: string;
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly kind?: CallPart["kind"] | undefined;
}

/** Every field of a node, so that none is forgotten here; those that are not there are undefined. */
type Whole<T> = { readonly [Field in keyof Required<T>]: T[Field] | undefined };
