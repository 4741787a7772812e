// The fast path `templates`: values of a translation that come from the options of a bridge, such as ids and times.

import type { BridgeOptions } from "../../conversation/bridge-types.ts";
import type { DialectLike } from "../../dialects/names.ts";
import { freeClass, idLike } from "./free-classes.ts";
import type { FreeValue } from "./template-shape.ts";

/** The options of a bridge. */
export type Options = BridgeOptions<DialectLike, DialectLike>;

/**
 * What each option is to a template. `fixed`: another value needs another template. `given`: its values are filled in like those of
 * a body. `apart`: bridges with it have no templates, or it is applied after them. `same`: no translation depends on it.
 */
const OPTIONS: Readonly<Record<keyof Options, "fixed" | "given" | "apart" | "same">> = {
  client: "fixed",
  provider: "fixed",
  profile: "fixed",
  providerModel: "fixed",
  clientModel: "fixed",
  providerName: "fixed",
  modelFacts: "fixed",
  toolSearch: "fixed",
  uniqueCallIds: "fixed",
  address: "fixed",
  ids: "given",
  answer: "given",
  now: "given",
  emulateToolSearch: "apart",
  caching: "apart",
  memory: "same",
  fast: "same",
};

/** The options that a template is for. */
export const FIXED: readonly (keyof Options)[] = (Object.keys(OPTIONS) as (keyof Options)[]).filter(
  (option) => OPTIONS[option] === "fixed",
);

/** Only options with fixed values: functions and objects may keep the request alive that they were created for. */
export type FixedOptions = Partial<Options>;

/** The fixed ones of a bridge's options. */
export function fixedOptions(options: Options): FixedOptions {
  return Object.fromEntries(FIXED.map((option) => [option, options[option]]));
}

/** Whether bodies are translated alike with both options. Asked of every body: field by field, because a loop takes ten times as long. */
export function isSameOptions(one: FixedOptions, other: FixedOptions): boolean {
  return (
    one.client === other.client &&
    one.provider === other.provider &&
    one.profile === other.profile &&
    one.providerModel === other.providerModel &&
    one.clientModel === other.clientModel &&
    one.providerName === other.providerName &&
    one.modelFacts === other.modelFacts &&
    one.toolSearch === other.toolSearch &&
    one.uniqueCallIds === other.uniqueCallIds &&
    one.address?.model === other.address?.model &&
    one.address?.stream === other.address?.stream
  );
}

/** Stands for the options that a translation depends on. */
export function optionsKey(options: FixedOptions): string {
  return JSON.stringify(FIXED.map((option) => options[option] ?? null));
}

/** The classes of the ids that options give; `undefined` where one has none. */
export function givenClasses({ answer }: Options): string | undefined {
  if (answer === undefined) return NO_CLASSES;
  const own = givenClass(answer.id);
  const previous = givenClass(answer.previous);
  return own === undefined || previous === undefined ? undefined : `${own} ${previous}`;
}

function givenClass(id: string | undefined): string | undefined {
  return id === undefined ? "" : freeClass(id, "id");
}

const NO_CLASSES = " ";

/** Adds the values that a bridge's options give the next response: a time and ids, so many of which are made for it. */
export function addGiven(values: unknown[], { now, answer, ids }: Options, made: number): void {
  if (now !== undefined) values.push(now());
  if (answer?.id !== undefined) values.push(answer.id);
  if (answer?.previous !== undefined) values.push(answer.previous);
  for (let count = 0; count < made; count++) values.push(ids?.() ?? "");
}

/** Made-up values in place of those of a bridge's options, in the same order. */
export class GivenValues {
  readonly options: Options;
  readonly values: FreeValue[] = [];

  private constructor(options: Options) {
    this.options = options;
  }

  /** Made-up ones of the same classes, and the options that give them; ids are added as they are made. */
  static madeUp(options: Options, first: number): GivenValues {
    const { caching: _, answer, now, ids, ...others } = options;
    const made: Options = {
      ...others,
      ...(now === undefined ? {} : { now: () => TIME + first }),
      ...(answer === undefined ? {} : { answer: madeUpAnswer(answer, first) }),
      ...(ids === undefined ? {} : { ids: () => given.makeId(ids(), first) }),
    };
    const given: GivenValues = new GivenValues(made);
    if (now !== undefined) given.add("time", TIME + first);
    for (const id of [made.answer?.id, made.answer?.previous]) if (id !== undefined) given.add("id", id);
    return given;
  }

  private makeId(sample: string, first: number): string {
    const id = idLike(sample, first + this.values.length);
    this.add("id", id);
    return id;
  }

  private add(kind: FreeValue["kind"], value: string | number): void {
    this.values.push({ kind, value });
  }
}

const TIME = 1_234_600_000;

function madeUpAnswer({ id, previous }: NonNullable<Options["answer"]>, first: number): NonNullable<Options["answer"]> {
  return {
    ...(id === undefined ? {} : { id: idLike(id, first + 10) }),
    ...(previous === undefined ? {} : { previous: idLike(previous, first + 11) }),
  };
}
