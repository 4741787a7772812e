import { Budget } from "./budget.ts";
import { enumerableGetters } from "./enumerable-getters.ts";
import type { Ledger } from "./ledger.ts";
import { ConversionError, type Direction } from "./model/error.ts";
import type { Json } from "./model/json.ts";
import type { Change, Loss } from "./model/loss.ts";
import { Report } from "./report.ts";
import { countValues } from "./tools/count-values.ts";
import { liftArguments, lowerArguments } from "./tools/lens-arguments.ts";
import { type SourceName, ToolLookup } from "./tools/lookup.ts";
import type { LoweredTool } from "./tools/lower-one.ts";
import type { WrittenTools } from "./tools/write.ts";
import type { Converted, OnLoss } from "./translate-options.ts";

/** The result of a translation, after its losses were thrown or handed to the caller's function. */
export function toConverted(written: WrittenTools, ledger: Ledger, onLoss: OnLoss | undefined): Converted {
  if (onLoss !== undefined && onLoss !== "report") handleLosses(ledger, "from_canonical", onLoss);
  return new ConvertedTools(written, ledger);
}

/** Throws the first loss, or hands each to a function; returns all. */
export function handleLosses(ledger: Ledger, direction: Direction, onLoss: OnLoss | undefined): Loss[] {
  const losses = ledger.losses();
  const [first] = losses;
  if (onLoss === "throw" && first !== undefined) {
    const adapter = direction === "to_canonical" ? first.from : first.to;
    throw new ConversionError({ adapter, direction, path: first.path, code: "loss", cause: first.message });
  }
  if (typeof onLoss === "function") for (const loss of losses) onLoss(loss);
  return losses;
}

class ConvertedTools implements Converted {
  readonly value: Json[];
  readonly #tools: readonly LoweredTool[];
  readonly #ledger: Ledger;
  #lookup: ToolLookup | undefined;
  #lost: Loss[] | undefined;
  #changed: Change[] | undefined;

  constructor({ value, tools }: WrittenTools, ledger: Ledger) {
    this.value = value;
    this.#tools = tools;
    this.#ledger = ledger;
    Object.defineProperties(this, SHOWN);
  }

  get losses(): Loss[] {
    this.#lost ??= this.#ledger.losses();
    return this.#lost;
  }

  get changes(): Change[] {
    this.#changed ??= this.#ledger.changes();
    return this.#changed;
  }

  get names(): ReadonlyMap<string, SourceName> {
    return this.#find().names();
  }

  // Arrow functions, because callers may destructure them.
  readonly lift = (name: string, args: Json): Json =>
    through(this.#find().byTargetName(name), "lift", args, this.#ledger);
  readonly lower = (name: string, args: Json): Json =>
    through(this.#find().bySourceName(name), "lower", args, this.#ledger);

  #find(): ToolLookup {
    this.#lookup ??= new ToolLookup(this.#tools, this.#ledger.dialects.to);
    return this.#lookup;
  }
}

const SHOWN = enumerableGetters(ConvertedTools.prototype, "losses", "changes", "names");

function through(tool: LoweredTool | undefined, direction: "lift" | "lower", args: Json, ledger: Ledger): Json {
  if (tool?.lens === undefined) return args;
  const { lens, draft } = tool;
  const size = countValues(args);
  const report = new Report(ledger, "from_canonical");
  if (size === undefined) return report.fail("too-deep", `arguments of ${draft.name} are nested too deep`);
  if (direction === "lift") return liftArguments(lens, args, size);
  return report.bounded(() => lowerArguments(lens, args, size, new Budget()), `arguments of ${draft.name}`);
}
