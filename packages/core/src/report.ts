import { OverBudget } from "./budget.ts";
import type { FastFunctions } from "./fast/functions.ts";
import { JsonError, type JsonErrorCode } from "./json/error.ts";
import type { Ledger, Mark } from "./ledger.ts";
import { codeLevel, type LevelledCode } from "./loss-levels.ts";
import type { ChangeRule, RefusalCode } from "./model/codes.ts";
import { ConversionError, type Direction } from "./model/error.ts";
import type { LossLevel, LossNote } from "./model/loss.ts";
import type { Eventually } from "./model/steps.ts";
import type { ToolBase } from "./model/tool.ts";
import { Place } from "./place.ts";
import { recover } from "./steps.ts";
import { toolFieldPlace } from "./tool-place.ts";

/** Whether one tool that cannot be translated fails them all, or is left out with a loss. */
export type OnInvalid = "throw" | "skip" | undefined;

/** What is reported of a tool that is left out. */
export interface RefusedItem {
  readonly place: Place;
  readonly name: string;
}

/** Where a codec reports what it loses, changes or refuses, at one place of the source. */
export class Report {
  readonly ledger: Ledger;
  readonly direction: Direction;
  readonly place: Place;
  private readonly onInvalid: OnInvalid;

  constructor(ledger: Ledger, direction: Direction, place: Place = Place.root, onInvalid: OnInvalid = "throw") {
    this.ledger = ledger;
    this.direction = direction;
    this.place = place;
    this.onInvalid = onInvalid;
  }

  /** Which fast paths the translation may take. */
  get fast(): FastFunctions {
    return this.ledger.fast;
  }

  at(key: string | number): Report {
    return this.on(this.place.at(key));
  }

  /** The same report at another place. */
  on(place: Place): Report {
    return new Report(this.ledger, this.direction, place, this.onInvalid);
  }

  /** The place of a canonical field of a tool, in the source that the tool was decoded from. */
  field(tool: ToolBase, field: string): Report {
    return this.on(toolFieldPlace(tool, field));
  }

  /** Reports something that is gone or weaker; its code decides its level. */
  lose(code: LevelledCode, note: LossNote = NO_NOTE): void {
    this.ledger.addLoss({ code, level: codeLevel(code), place: this.place, note });
  }

  /** Reports a field; the level is that of the field, see `loss-levels.ts`. */
  loseField(level: LossLevel, note: LossNote = NO_NOTE): void {
    this.ledger.addLoss({ code: "field", level, place: this.place, note });
  }

  change(rule: ChangeRule, detail?: string): void {
    this.ledger.addChange({ rule, place: this.place, detail });
  }

  /** Translates one tool; with `onInvalid: "skip"`, one that is refused is left out with a loss. */
  attempt<T>(work: () => T, leftOut: () => RefusedItem): T | undefined {
    const mark = this.ledger.mark();
    try {
      return work();
    } catch (error) {
      return this.leaveOut(error, leftOut(), mark);
    }
  }

  /**
   * Leaves out a tool that is refused: forgets what was reported of it, and reports it as lost. Once the budget is spent, no other
   * tool can be translated either.
   */
  leaveOut(thrown: unknown, item: RefusedItem, mark: Mark): undefined {
    const error = this.asRefusal(thrown, item);
    if (this.onInvalid !== "skip" || !(error instanceof ConversionError) || error.code === OVER_BUDGET) throw error;
    this.ledger.rewind(mark);
    const detail = { reason: error.message, path: error.path, code: error.code };
    this.on(item.place).lose("refused", { feature: item.name, detail });
    return undefined;
  }

  /** Throws an error of the input as a `ConversionError`, and any other as it is. */
  refuse(error: unknown, item: RefusedItem): never {
    throw this.asRefusal(error, item);
  }

  // A value that is no JSON, or nested too deep, is an error of the input.
  private asRefusal(error: unknown, { place, name }: RefusedItem): unknown {
    if (error instanceof OverBudget) return this.on(place).failure(OVER_BUDGET, `${name} ${error.message}`);
    if (error instanceof JsonError) return this.on(place).failure(JSON_REFUSALS[error.code], error);
    return error;
  }

  /** Does work that may exceed the budget; the error names `what` it was for. */
  bounded<T>(work: () => T, what: string): T {
    try {
      return work();
    } catch (error) {
      return this.refuse(error, { place: this.place, name: what });
    }
  }

  /** The same in steps. */
  boundedInSteps<T>(work: () => Eventually<T>, what: string): Eventually<T> {
    return recover(work, (error) => this.refuse(error, { place: this.place, name: what }));
  }

  fail(code: RefusalCode, cause: unknown): never {
    throw this.failure(code, cause);
  }

  private failure(code: RefusalCode, cause: unknown): ConversionError {
    const { from, to } = this.ledger.dialects;
    const adapter = this.direction === "to_canonical" ? from : to;
    return new ConversionError({ adapter, direction: this.direction, path: this.place.pointer, code, cause });
  }
}

/** The code of a request that is too much work. */
const OVER_BUDGET = "over-budget";

/** What a value that is no JSON, or too much of it, is refused as. */
const JSON_REFUSALS: Readonly<Record<JsonErrorCode, RefusalCode>> = {
  syntax: "syntax",
  too_deep: "too-deep",
  too_large: "too-large",
  not_json: "not-json",
  circular: "circular",
  unsupported: "unsupported",
};

/** A loss without details. */
export const NO_NOTE: LossNote = {};
