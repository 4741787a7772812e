import type { BridgeOptions } from "../../conversation/bridge-types.ts";
import type { DialectLike } from "../../dialects/names.ts";
import { freeClass, idLike } from "./free-classes.ts";
import type { FreeValue } from "./template-shape.ts";

/** The options of a bridge. */
export type Options = BridgeOptions<DialectLike, DialectLike>;

/** The options that a translation depends on, and that are not values of it. */
const FIXED = [
  "client",
  "provider",
  "profile",
  "providerModel",
  "clientModel",
  "providerName",
  "modelFacts",
  "toolSearch",
] as const;

/** Whether bodies are translated alike with both options. */
export function isSameOptions(one: Options, other: Options): boolean {
  if (one === other) return true;
  for (const option of FIXED) if (one[option] !== other[option]) return false;
  return one.address?.model === other.address?.model && one.address?.stream === other.address?.stream;
}

/** Stands for the options that a translation depends on. */
export function optionsKey(options: Options): string {
  const { address } = options;
  return JSON.stringify([...FIXED.map((option) => options[option] ?? null), address ?? null]);
}

/** The classes of the ids that options give; `undefined` where one has none. */
export function givenClasses({ answer }: Options): string | undefined {
  const classes = [answer?.id, answer?.previous].map((id) => (id === undefined ? "" : freeClass(id, "id")));
  return classes.includes(undefined) ? undefined : classes.join(" ");
}

/** The values that come from a bridge's options: times and ids. */
export class GivenValues {
  readonly options: Options;
  readonly values: FreeValue[] = [];

  private constructor(options: Options) {
    this.options = options;
  }

  /** Those for the next response. */
  static of(options: Options, made: number): GivenValues {
    const given = new GivenValues(options);
    const { now, answer, ids } = options;
    if (now !== undefined) given.add("time", now());
    if (answer?.id !== undefined) given.add("id", answer.id);
    if (answer?.previous !== undefined) given.add("id", answer.previous);
    for (let count = 0; count < made; count++) given.add("id", ids?.() ?? "");
    return given;
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
