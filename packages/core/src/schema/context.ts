import { isArray, isObject } from "../json/value.ts";
import { codeLevel, type LevelledCode } from "../loss-levels.ts";
import type { ChangeRule } from "../model/codes.ts";
import type { Json } from "../model/json.ts";
import type { LossNote } from "../model/loss.ts";
import type { SchemaProfile } from "../model/schema-profile.ts";
import type { Eventually } from "../model/steps.ts";
import type { Place } from "../place.ts";
import { NO_NOTE, type Report } from "../report.ts";
import { after, isSteps } from "../steps.ts";
import { type CompiledProfile, compileProfile } from "./compiled-profile.ts";
import { type Lowered, withSchema } from "./lens.ts";
import { LensRun } from "./lens-run.ts";
import type { LoweringState } from "./lowering-state.ts";
import { sizeOf } from "./size.ts";
import type { SchemaPart, Source } from "./source.ts";

/** How many subschemas one tool may have after its references are inlined. */
export const MAX_NODES = 20_000;
/** How many further steps the lowering of one tool's schema may take. */
const MAX_STEPS = 40_000;
/** How deep schemas may be nested. */
const MAX_DEPTH = 64;
/**
 * How often a definition may be inlined inside itself before the recursion is cut. The next limit is tried if a schema
 * becomes too large.
 */
export const RECURSION_LIMITS: readonly number[] = [2, 1];

interface Inherited {
  readonly childProfile?: SchemaProfile;
  readonly active?: OpenDefinition | undefined;
  readonly depth?: number;
}

interface OpenDefinition {
  readonly schema: Json;
  readonly outer: OpenDefinition | undefined;
  /** The number of definitions around this one that are being inlined. */
  readonly depth: number;
}

/**
 * The state of lowering one node: the target's profile for it and for its subschemas, the definitions that are being
 * inlined, and the budget.
 */
export class Lowering {
  readonly profile: CompiledProfile;
  /** The profile for the subschemas of this node. */
  readonly childProfile: CompiledProfile;
  readonly report: Report;
  readonly shared: LoweringState<Lowering>;
  private readonly active: OpenDefinition | undefined;
  private readonly depth: number;
  private childState: Lowering | undefined;

  constructor(profile: SchemaProfile, report: Report, shared: LoweringState<Lowering>, inherited: Inherited = {}) {
    this.profile = compileProfile(profile);
    this.childProfile = inherited.childProfile === undefined ? this.profile : compileProfile(inherited.childProfile);
    this.report = report;
    this.shared = shared;
    this.active = inherited.active;
    this.depth = inherited.depth ?? 0;
    this.childState = undefined;
  }

  get source(): Source {
    return this.shared.source;
  }

  /** Lowers a subschema. */
  child(schema: Json, place: Place, profile: SchemaProfile = this.childProfile): Eventually<Lowered | undefined> {
    if (!isObject(schema)) return this.parts(asParts(schema, place, this.report), place, profile);
    this.countSchema(place);
    const part = { schema, place };
    return this.withDefaultAndExamples(this.shared.engine.one(part, place, this.childStateFor(profile)), [part]);
  }

  /** Lowers a subschema that is the conjunction of several schemas. */
  parts(
    parts: readonly SchemaPart[] | undefined,
    place: Place,
    profile: SchemaProfile = this.childProfile,
  ): Eventually<Lowered | undefined> {
    this.countSchema(place);
    if (parts === undefined) return undefined;
    return this.withDefaultAndExamples(this.shared.engine.all(parts, place, this.childStateFor(profile)), parts);
  }

  /** The state for the subschemas. */
  get childContext(): Lowering {
    return this.childStateFor(this.childProfile);
  }

  // Nearly all children of a node have the same profile, so that they share one state.
  private childStateFor(profile: SchemaProfile): Lowering {
    if (this.childState !== undefined && this.childState.profile === this.compiled(profile)) return this.childState;
    const inherited = { active: this.active, depth: this.depth + 1 };
    this.childState = new Lowering(profile, this.report, this.shared, inherited);
    return this.childState;
  }

  private compiled(profile: SchemaProfile): CompiledProfile {
    return profile === this.childProfile ? this.childProfile : compileProfile(profile);
  }

  private withDefaultAndExamples(
    result: Eventually<Lowered | undefined>,
    parts: readonly SchemaPart[],
  ): Eventually<Lowered | undefined> {
    if (isSteps(result)) return after(result, (lowered) => lowered && this.lowerDefaultAndExamples(lowered, parts));
    return result && this.lowerDefaultAndExamples(result, parts);
  }

  // The values of `default` and `examples` go through the lens like any other value.
  private lowerDefaultAndExamples(lowered: Lowered, parts: readonly SchemaPart[]): Lowered {
    const { lens } = lowered;
    if (lens === undefined) return lowered;
    const { default: defaultValue, examples } = lowered.schema;
    if (defaultValue === undefined && examples === undefined) return lowered;
    const schema: Record<string, Json> = { ...lowered.schema };
    const run = new LensRun(this.report.ledger.budget);
    if (defaultValue !== undefined) schema.default = lens.lower(defaultValue, run);
    if (isArray(examples)) schema.examples = examples.map((example) => lens.lower(example, run));
    for (const { schema: source, place } of parts) {
      for (const keyword of ["default", "examples"])
        if (source[keyword] !== undefined) this.on(place.at(keyword)).change("lowered-value");
    }
    return withSchema(lowered, schema);
  }

  /** The state inside a definition that is being inlined. */
  insideDefinition(schema: Json): Lowering {
    const { childProfile: below, depth } = this;
    return new Lowering(this.profile, this.report, this.shared, {
      childProfile: below,
      depth,
      active: { schema, outer: this.active, depth: 1 + (this.active?.depth ?? 0) },
    });
  }

  /** How many times a definition is being inlined around this node. */
  recursion(schema: Json): number {
    let count = 0;
    this.charge((this.active?.depth ?? 0) >> 4);
    for (let active = this.active; active !== undefined; active = active.outer) if (active.schema === schema) count++;
    return count;
  }

  on(place: Place): Report {
    return this.report.on(place);
  }

  supports(keyword: string): boolean {
    const { keywords } = this.profile;
    return keywords === undefined || keywords.has(keyword);
  }

  /** Reports a loss at a place. */
  lose(place: Place, code: LevelledCode, note?: LossNote): void {
    this.report.ledger.addLoss({ code, level: codeLevel(code), place, note: note ?? NO_NOTE });
  }

  /** Reports a change at a place. */
  change(place: Place, rule: ChangeRule, detail?: string): void {
    this.report.ledger.addChange({ rule, place, detail });
  }

  /** Charges one subschema to the budget. `further` is the number of levels between it and this node. */
  countSchema(place: Place, further = 0): void {
    this.shared.nodes++;
    this.report.ledger.budget.spend(1);
    if (this.shared.nodes > MAX_NODES) this.on(place).fail("too-large", `schema grows beyond ${MAX_NODES} subschemas`);
    if (this.depth + further > MAX_DEPTH)
      this.on(place).fail("too-deep", `schema is nested deeper than ${MAX_DEPTH} levels`);
  }

  /** Whether to pause, after so much more work that is not charged because it is in proportion to the schema. */
  isPauseDue(work = 0): boolean {
    return this.report.ledger.budget.isPauseDue(work);
  }

  /** Charges the steps for writing a schema once more. */
  chargeCopy(schema: Json, place?: Place): void {
    this.shared.sizes ??= new Map();
    this.charge(sizeOf(schema, this.shared.sizes) >> 4, place);
  }

  /** Charges steps to the budget: for comparisons, and for what is written more than once. */
  charge(steps: number, place: Place = this.source.place): void {
    this.shared.steps += steps;
    if (this.shared.steps > MAX_STEPS)
      this.on(place).fail("too-large", `schema takes more than ${MAX_STEPS} steps to translate; simplify it`);
    this.report.ledger.budget.spend(steps);
  }
}

/** A schema as a conjunction of parts: none for `true`, `undefined` for `false`. */
export function asParts(schema: Json, place: Place, report: Report): readonly SchemaPart[] | undefined {
  if (schema === true) return [];
  if (schema === false) return undefined;
  if (isObject(schema)) return [{ schema, place }];
  report.on(place).lose("malformed");
  return [];
}
