import { parseArgs } from "node:util";
import { UsageError, unknownValue } from "./failure.ts";

/** One option of a command and its help text. */
export interface OptionSpec {
  /** The placeholder of its value in the help; without it the option is a flag. */
  readonly value?: string;
  readonly many?: boolean;
  readonly short?: string;
  readonly help: string;
}

/** The options of a command by their long names. */
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** The parsed arguments of a command. */
export class Arguments {
  readonly positionals: readonly string[];
  private readonly values: ReadonlyMap<string, readonly string[]>;

  constructor(values: ReadonlyMap<string, readonly string[]>, positionals: readonly string[]) {
    this.values = values;
    this.positionals = positionals;
  }

  /** The names of the options that were given. */
  get names(): readonly string[] {
    return [...this.values.keys()];
  }

  has(option: string): boolean {
    return this.values.has(option);
  }

  all(option: string): readonly string[] {
    return this.values.get(option) ?? [];
  }

  /** The value of an option; the last one if it is given several times. */
  get(option: string): string | undefined {
    return this.all(option).at(-1);
  }
}

/** How arguments are read. */
export interface ArgumentsOptions {
  /** Everything from the first unknown option on belongs to the program that the first argument names. */
  readonly passesOptions?: boolean | undefined;
}

/** Parses arguments, and rejects unknown options. */
export function readArguments(
  argv: readonly string[],
  specs: OptionSpecs,
  { passesOptions = false }: ArgumentsOptions = {},
): Arguments {
  const passed = passesOptions ? firstUnknown(argv, specs) : argv.length;
  const { values, positionals } = parse(argv.slice(0, passed), specs);
  return new Arguments(values, [...positionals, ...argv.slice(passed)]);
}

function tokensIn(argv: readonly string[], specs: OptionSpecs) {
  return parseArgs({ args: [...argv], options: configOf(specs), strict: false, tokens: true }).tokens;
}

// The index of the first unknown option after an argument.
function firstUnknown(argv: readonly string[], specs: OptionSpecs): number {
  const tokens = tokensIn(argv, specs);
  const program = tokens.find(({ kind }) => kind === "positional")?.index ?? argv.length;
  const unknown = tokens.find((token) => token.kind === "option" && !Object.hasOwn(specs, token.name));
  return unknown !== undefined && unknown.index > program ? unknown.index : argv.length;
}

interface Parsed {
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly positionals: readonly string[];
}

function parse(argv: readonly string[], specs: OptionSpecs): Parsed {
  const tokens = tokensIn(argv, specs);
  const values = new Map<string, readonly string[]>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const given = checkedValue(token, specs);
    values.set(token.name, [...(values.get(token.name) ?? []), given]);
  }
  return { values, positionals };
}

type Config = Record<string, { type: "string" | "boolean"; short?: string }>;

function configOf(specs: OptionSpecs): Config {
  const entries = Object.entries(specs).map(([name, { value, short }]) => {
    const type = value === undefined ? ("boolean" as const) : ("string" as const);
    return [name, short === undefined ? { type } : { type, short }] as const;
  });
  return Object.fromEntries(entries);
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function checkedValue({ name, rawName, value, inlineValue }: OptionToken, specs: OptionSpecs): string {
  const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
  if (spec === undefined) throw unknownOption(rawName, specs);
  if (spec.value === undefined) {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value`);
    return "";
  }
  // A value that looks like an option is more likely a missing value; `--option=-x` still passes it.
  const isMissing = value === undefined || (inlineValue !== true && value.startsWith("-") && value !== "-");
  if (isMissing) throw new UsageError(`${rawName} needs a value: ${rawName} ${spec.value}`);
  return value;
}

function unknownOption(rawName: string, specs: OptionSpecs): UsageError {
  return unknownValue(
    "option",
    rawName,
    Object.keys(specs).map((name) => `--${name}`),
  );
}
