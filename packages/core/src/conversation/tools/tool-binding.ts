// The two names of a tool, and the lens between the arguments that the client and the provider know.

import { parseInput } from "../../mapping/nodes/call-input.ts";
import { unwrapTextInput, wrapTextInput } from "../../mapping/tools/custom-as-function.ts";
import type { CallInput, CallPart } from "../../model/call.ts";
import type { Json } from "../../model/json.ts";
import type { JsonSchema } from "../../model/schema.ts";
import type { Report } from "../../report.ts";
import type { Lens } from "../../schema/lens.ts";
import { countValues } from "../../tools/count-values.ts";
import { liftArguments, lowerArguments } from "../../tools/lens-arguments.ts";
import type { SourceName } from "../../tools/lookup.ts";

/** What a tool is called on one side of a bridge, and the lens between the arguments of both sides. */
export interface ToolBinding extends SourceName {
  readonly kind: "function" | "custom";
  readonly lens?: Lens | undefined;
  /** The schema that the provider was given. */
  readonly schema?: JsonSchema | undefined;
  /** The client's tool takes free text, and is a function for the provider. */
  readonly wrapped: boolean;
  /** The type of the vendor's client tool that is a function for the provider. */
  readonly builtIn?: string | undefined;
}

/** The kind of a call as the client gets it: as the model has made it, or as the tool was declared. */
export function callKind({ kind }: Pick<CallPart, "kind">, binding: ToolBinding): CallPart["kind"] {
  return kind === "custom" ? "custom" : binding.kind;
}

/** A client's arguments as the provider's schema wants them. */
export function lowerInput(input: CallInput, { lens, wrapped, name }: ToolBinding, report: Report): CallInput {
  if (wrapped) return wrapTextInput(input);
  const lower = (each: Lens, value: Json, size: number): Json =>
    lowerArguments(each, value, size, report.ledger.budget);
  return report.bounded(() => throughLens(input, lens, lower), `the arguments of ${name}`);
}

/** A model's arguments as the client's schema wants them. */
export function liftInput(input: CallInput, { lens, wrapped }: ToolBinding): CallInput {
  if (wrapped) return unwrapTextInput(input);
  return throughLens(input, lens, liftArguments);
}

type Through = (lens: Lens, value: Json, size: number) => Json;

// Arguments that are no JSON, or nested too deep, stay as they are.
function throughLens(input: CallInput, lens: Lens | undefined, through: Through): CallInput {
  if (lens === undefined || input.type === "text") return input;
  const value = input.type === "value" ? input.value : parseInput(input).value;
  const size = value === undefined ? undefined : countValues(value);
  if (value === undefined || size === undefined) return input;
  return { type: "value", value: through(lens, value, size) };
}
