import { ConversionError, type Converted, convertTools, type Json, type Loss } from "@toolglot/core";
import { type FoundTools, findTools, toolAt } from "../input/tools.ts";
import type { LossRow } from "../output/losses.ts";
import type { InputTranslation, TranslateOptions, ValueConverter } from "./converter.ts";

/** Tool definitions, wherever they are in the input. */
export const tools: ValueConverter = {
  type: "value",
  options: ["profile", "variant", "namespace", "on-invalid", "html"],
  translate,
};

/** A loss with its tool, and its path in the input. */
export function lossIn({ tools, locate }: FoundTools, loss: Loss): LossRow {
  return { ...toolAt(tools, loss.path), loss: { ...loss, path: locate(loss.path) } };
}

function translate(input: Json, options: TranslateOptions): InputTranslation {
  const found = findTools(input);
  const converted = withInputPaths(found, () => convertTools(found.tools, options));
  return {
    value: outputShape(converted, found),
    losses: converted.losses.map((loss) => lossIn(found, loss)),
    changes: converted.changes.map((change) => ({ ...change, path: found.locate(change.path) })),
  };
}

// Paths of errors point into the input, not into the list of tools that was found in it.
function withInputPaths<T>({ locate }: FoundTools, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    const { adapter, direction, code, cause } = error;
    throw new ConversionError({ adapter, direction, path: locate(error.path), code, cause });
  }
}

// A single tool stays a single value if the target has one entry for it; otherwise the value of the `tools` field.
function outputShape({ value }: Converted, { isSingle }: FoundTools): Json {
  const [first, ...more] = value;
  return isSingle && first !== undefined && more.length === 0 ? first : value;
}
