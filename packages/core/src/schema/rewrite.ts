import { ConversionError } from "../model/error.ts";
import type { JsonObject } from "../model/json.ts";
import type { SchemaProfile } from "../model/schema-profile.ts";
import type { Eventually } from "../model/steps.ts";
import type { Report } from "../report.ts";
import { after, recover } from "../steps.ts";
import { compileProfile } from "./compiled-profile.ts";
import { Lowering, MAX_NODES, RECURSION_LIMITS } from "./context.ts";
import { leastExpansion } from "./expansion.ts";
import { keywordsWhere } from "./keywords/index.ts";
import { type Lowered, withSchema } from "./lens.ts";
import { definitions } from "./lower/definitions.ts";
import { normalForm } from "./lower/node.ts";
import { lowerVerbatimRoot } from "./lower/verbatim-root.ts";
import type { Engine, LoweringState } from "./lowering-state.ts";
import { hasUnsafeNames } from "./rules/property-names.ts";
import { hasUnlistable } from "./rules/unlistable.ts";
import { wrapRoot } from "./rules/wrap-root.ts";
import type { SchemaRewriter } from "./schema-rewriter.ts";
import { type SchemaPart, Source } from "./source.ts";

/** Rewrites any schema into the JSON Schema subset of any target. */
export const schemaRewriter: SchemaRewriter<Report> = {
  lower: (schema, profile, report) => {
    const fast = lowerFast(schema, rootProfiles(profile), report);
    if (fast !== undefined) return complete(fast, profile, report);
    return withRecursionLimits(report, (begin) => lowerRoot(profile, report, begin), { schema, profile });
  },
  lowerOutput: (schema, profile, report) => {
    // Results go through no lens.
    if (profile.keywords !== undefined && hasUnlistable(schema, profile.enumValues)) return undefined;
    const compiled = compileProfile(profile);
    const fast = lowerFast(schema, { profile: compiled, childProfile: compiled, isOutput: true }, report);
    if (fast !== undefined) return fast.lens === undefined ? fast.schema : undefined;
    return withRecursionLimits(report, (begin) => lowerWithoutLens(profile, report, begin), { schema, profile });
  },
  // A larger schema is refused alone, when it is lowered.
  leastExpansion: (schema) => Math.min(leastExpansion(schema), MAX_NODES),
};

function lowerWithoutLens(
  profile: SchemaProfile,
  report: Report,
  begin: CreateState,
): Eventually<JsonObject | undefined> {
  const context = new Lowering(profile, report, begin());
  const { root, place } = context.source;
  return after(context.shared.engine.one({ schema: root, place }, place, context), (lowered) =>
    lowered === undefined || lowered.lens !== undefined ? undefined : withDefinitions(lowered, context).schema,
  );
}

/** Creates a new state for the nodes of one schema. */
type CreateState = () => LoweringState<Lowering>;

// Inlines recursive definitions as often as the budget allows: if the schema becomes too large, with the next lower
// limit.
function withRecursionLimits<T>(
  report: Report,
  work: (begin: CreateState) => Eventually<T>,
  { schema, profile }: { schema: JsonObject; profile: SchemaProfile },
): Eventually<T> {
  const source = new Source(schema, report.place);
  const renames = mustRename(schema, profile);
  const mark = report.ledger.mark();
  const attempt = (turn: number): Eventually<T> => {
    let shared: LoweringState<Lowering> | undefined;
    const begin: CreateState = () => {
      shared = createState(source, { renames, maxRecursion: RECURSION_LIMITS[turn] ?? 1, engine: normalForm });
      return shared;
    };
    return recover(
      () => work(begin),
      (error) => {
        const isLast = turn === RECURSION_LIMITS.length - 1 || !shared?.hasRecursed;
        if (isLast || !(error instanceof ConversionError) || error.code !== "too-large") throw error;
        report.ledger.rewind(mark);
        return attempt(turn + 1);
      },
    );
  };
  return attempt(0);
}

// Only where schemas are copied are property names not checked along the way.
function mustRename(schema: JsonObject, { keywords, items, propertyNames }: SchemaProfile): boolean {
  const canCopyVerbatim = keywords === undefined || (items !== undefined && items.keywords === undefined);
  return canCopyVerbatim && hasUnsafeNames(schema, propertyNames);
}

function createState(
  source: Source,
  { engine, renames, maxRecursion }: Pick<LoweringState<Lowering>, "engine" | "renames" | "maxRecursion">,
): LoweringState<Lowering> {
  return {
    engine,
    source,
    definitions: undefined,
    definitionNames: undefined,
    root: null,
    renames,
    nodes: 0,
    steps: 0,
    sizes: undefined,
    maxRecursion,
    hasRecursed: false,
    modernized: false,
  };
}

function lowerRoot(profile: SchemaProfile, report: Report, begin: CreateState): Eventually<Lowered> {
  const mark = report.ledger.mark();
  if (profile.keywords === undefined) {
    const shared = begin();
    if (!shared.renames) return lowerVerbatimRoot(new Lowering(profile, report, shared));
  }
  const root = rootProfiles(profile);
  return after(lowerWhole(new Lowering(root.profile, report, begin(), root)), (plain) => {
    if (isArguments(plain, profile)) return complete(plain, profile, report);
    // What is forbidden at the root may be allowed one level below it.
    report.ledger.rewind(mark);
    return after(lowerWhole(new Lowering(profile, report, begin())), (inner) => {
      report.change("wrap-root");
      return wrapRoot(inner, profile);
    });
  });
}

/** The profile of a schema's root, and of its subschemas. */
interface RootProfile {
  readonly profile: SchemaProfile;
  readonly childProfile: SchemaProfile;
  /** Targets ask nothing of the root of an output. */
  readonly isOutput?: true;
}

/** What the fast path lowers schemas with. */
interface OrdinarySchema {
  readonly ordinaryEngine: Engine<Lowering>;
  lowerOrdinary(root: SchemaPart, context: Lowering): Lowered | undefined;
}

// What was reported on the fast path is forgotten where the reference path has to start over.
function lowerFast(schema: JsonObject, root: RootProfile, report: Report): Lowered | undefined {
  const { ledger } = report;
  // The fast paths are handed in by a file that cannot name the context without a cycle of imports.
  const fast = report.fast.ordinarySchema as OrdinarySchema | undefined;
  if (fast === undefined || schema.type === undefined || root.profile.keywords === undefined) return undefined;
  const mark = ledger.mark();
  const { spent } = ledger.budget;
  const context = fastContext(schema, root, report, fast.ordinaryEngine);
  const lowered = fast.lowerOrdinary({ schema, place: report.place }, context);
  if (lowered !== undefined && (root.isOutput || isArguments(lowered, root.profile)))
    return withDefinitions(lowered, context);
  ledger.rewind(mark);
  ledger.budget.rewind(spent);
  return undefined;
}

function fastContext(schema: JsonObject, root: RootProfile, report: Report, engine: Engine<Lowering>): Lowering {
  const renames = mustRename(schema, root.childProfile);
  const [maxRecursion = 1] = RECURSION_LIMITS;
  const shared = createState(new Source(schema, report.place), { renames, maxRecursion, engine });
  return new Lowering(root.profile, report, shared, root);
}

function lowerWhole(context: Lowering): Eventually<Lowered> {
  const { source } = context;
  return after(context.shared.engine.whole({ schema: source.root, place: source.place }, context), (lowered) =>
    withDefinitions(lowered, context),
  );
}

function withDefinitions(lowered: Lowered | undefined, context: Lowering): Lowered {
  const { source } = context;
  if (lowered === undefined) return context.on(source.place).fail("unsatisfiable", "no arguments satisfy this schema");
  const kept = definitions(context);
  const whole = kept === undefined ? lowered : withSchema(lowered, { ...lowered.schema, $defs: kept });
  context.shared.root = whole.schema;
  return whole;
}

function complete(lowered: Lowered, profile: SchemaProfile, report: Report): Lowered {
  if (!profile.rootProperties || lowered.schema.properties !== undefined) return lowered;
  report.change("root-properties");
  return withSchema(lowered, { ...lowered.schema, properties: {} });
}

// Arguments are an object; for some targets, without a union and the like at its root.
function isArguments({ schema }: Lowered, { notAtRoot }: SchemaProfile): boolean {
  if (schema.type !== "object") return false;
  for (const keyword in schema) if (notAtRoot.has(keyword)) return false;
  return true;
}

/** The profiles of a schema for a target, computed once. */
function rootProfiles(profile: SchemaProfile): RootProfile {
  const known = knownProfiles.get(profile);
  if (known !== undefined) return known;
  const profiles = { profile: compileProfile(rootProfile(profile)), childProfile: compileProfile(profile) };
  knownProfiles.set(profile, profiles);
  return profiles;
}

const knownProfiles = new WeakMap<SchemaProfile, RootProfile>();

// Unions stay in the profile of the root: if the result has one, the root is wrapped.
function rootProfile(profile: SchemaProfile): SchemaProfile {
  const { keywords, notAtRoot } = profile;
  if (keywords === undefined || notAtRoot.size === 0) return profile;
  return {
    ...profile,
    keywords: new Set([...keywords].filter((keyword) => UNIONS.has(keyword) || !notAtRoot.has(keyword))),
  };
}

const UNIONS = keywordsWhere(({ alternatives }) => alternatives !== undefined);
