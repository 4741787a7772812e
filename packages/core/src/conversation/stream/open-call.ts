// A call of a stream: its start, and its arguments, which may come in any number of pieces.

import {
  inputProblem,
  isNullInput,
  meansNoArguments,
  NO_ARGUMENTS,
  parseInput,
} from "../../mapping/nodes/call-input.ts";
import { wrapTextInput } from "../../mapping/tools/custom-as-function.ts";
import type { PartStart } from "../../model/event.ts";
import type { Signature } from "../../model/signature.ts";
import { mayBeDoubleEncoded, repairInput, repairText } from "../calls/double-encoded.ts";
import { isCarrier, type PartBeforeCall } from "../reasoning/carry.ts";
import type { ResponseTranslator } from "../response/response-translator.ts";
import { callKind, liftInput, type ToolBinding } from "../tools/tool-binding.ts";
import { isCustom, needsWholeArguments, type OpenPart } from "./open-part.ts";

type CallStart = PartStart & { readonly type: "call" };

/** Binds a call to the client's tool, which decides how its arguments are emitted. */
export function bindCall(part: OpenPart, binding: ToolBinding, translator: ResponseTranslator): void {
  if (part.start.type !== "call") return;
  const { kind } = part.start;
  part.binding = binding;
  part.isWrapped = translator.wraps(part.start);
  part.isRepairable = kind !== "custom" && mayBeDoubleEncoded(binding.schema);
  part.isDeferred = part.isWrapped || (kind !== "custom" && needsWholeArguments(binding, part.argumentText));
}

/** The signature of a call; where it has none, one that carries the reasoning before it. */
export function callSignature(
  { signature }: CallStart,
  before: readonly PartBeforeCall[],
  translator: ResponseTranslator,
): Signature | undefined {
  // Reasoning that the signature carries has come before it in the stream.
  const native = signature === undefined || isCarrier(signature) ? undefined : translator.signatures.ofCall(signature);
  return native ?? translator.signatures.carrying(before);
}

/** The start of a call with the client's name and id, without its signature. */
export function translateCallStart(start: CallStart, part: OpenPart, translator: ResponseTranslator): CallStart {
  const { binding = translator.binding(start.name, start.namespace), isWrapped } = part;
  const clientTool = translator.builtIn(start, binding);
  return {
    type: "call",
    kind: isWrapped ? "function" : callKind(start, binding),
    id: translator.id(start),
    name: binding.name,
    ...(binding.namespace === undefined ? {} : { namespace: binding.namespace }),
    ...clientTool,
  };
}

/** The arguments of a complete call that have not been emitted yet. */
export function remainingArguments(part: OpenPart, translator: ResponseTranslator): string {
  if (!isCustom(part) && meansNoArguments(part.argumentText)) return NO_ARGUMENTS;
  return part.isDeferred ? liftArguments(part, translator) : repairPending(part, translator);
}

/** Reports arguments that are `null` or no JSON object. */
export function checkArguments({ argumentText: text, binding }: OpenPart, translator: ResponseTranslator): void {
  const input = { type: "json", text } as const;
  if (isNullInput(input)) translator.reportArguments("null");
  if (inputProblem(input) !== undefined && repairInput(input, binding?.schema) === undefined)
    translator.reportArguments("invalid");
}

// What was emitted before is the same with and without the repair.
function repairPending(part: OpenPart, translator: ResponseTranslator): string {
  const { pending, argumentText: text, isRepairable, binding } = part;
  if (!isRepairable || pending === "") return pending;
  const repaired = repairText(text, binding?.schema);
  if (repaired !== text) translator.reportArguments("double-encoded");
  return repaired.slice(text.length - pending.length);
}

function liftArguments(part: OpenPart, translator: ResponseTranslator): string {
  const { argumentText: text, binding, isWrapped, isTruncated } = part;
  // Truncated text must not become complete JSON: the end of the text and of the object are left out.
  if (isWrapped) return parseInput(wrapTextInput({ type: "text", text })).text.slice(0, isTruncated ? -2 : undefined);
  if (binding === undefined) return text;
  const input = { type: "json", text } as const;
  const repaired = repairInput(input, binding.schema);
  if (repaired !== undefined) translator.reportArguments("double-encoded");
  const lifted = liftInput(repaired ?? input, binding);
  return lifted.type === "value" ? parseInput(lifted).text : lifted.text;
}
