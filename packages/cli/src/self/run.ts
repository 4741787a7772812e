import {
  ConversionError,
  isObject,
  JsonError,
  type JsonObject,
  parseJson,
  profileNamed,
  dialectNamed as toDialectName,
} from "@toolglot/core";
import { validate } from "@toolglot/toolbox";
import { checkTarget } from "../check/target.ts";
import { converters } from "../convert/converters.ts";
import { identifyDialect, identifyKind } from "../convert/identify.ts";
import { INPUT_KINDS, type InputKind } from "../convert/input-kind.ts";
import { translationJson } from "../convert/report-translation.ts";
import { describeAll } from "../dialects/describe.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { CommandFailure, UsageError } from "../failure.ts";
import { requireToolDialect } from "../input/detect.ts";
import { NotFoundError } from "../input/location.ts";
import { readText } from "../input/read.ts";
import { findTools } from "../input/tools.ts";
import { dialectNamed, supports } from "../names.ts";
import { writeJson } from "../output/json.ts";
import { logNote } from "../output/messages.ts";
import { screen } from "../output/screen.ts";
import { definition } from "./definition.ts";

/** The arguments on standard input; `undefined` if that is empty. */
export async function readInput(): Promise<JsonObject | undefined> {
  const waiting = setTimeout(() => logNote(WAITING), NOTE_DELAY);
  try {
    const text = await readText("-");
    if (text.trim() === "") return undefined;
    const value = parseJson(text);
    if (isObject(value)) return value;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
  } finally {
    clearTimeout(waiting);
  }
  throw new UsageError("no command given, and standard input is not a JSON object with arguments");
}

const WAITING = "waiting for arguments as JSON on standard input; toolglot --help lists the commands";

/** How long standard input may be silent without a note, in milliseconds. */
const NOTE_DELAY = 2000;

/** Runs toolglot as a tool: JSON in, JSON out, and errors that a model can act on. */
export async function runAsTool(input: JsonObject): Promise<ExitCode> {
  const stdout = screen("stdout");
  try {
    const wrong = validate(input, definition.parameters);
    if (wrong !== undefined) throw new CommandFailure(wrong);
    // They are valid by the schema that the type describes.
    await writeJson(stdout, resultOf(input as unknown as SelfArguments), { isCompact: true });
    return EXIT.ok;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await writeJson(stdout, { tool_success: false, error: error.message }, { isCompact: true });
    return EXIT.failed;
  }
}

/** The arguments as the definition describes them. */
interface SelfArguments {
  readonly command: "convert" | "check" | "dialects";
  readonly input?: string;
  readonly from?: string;
  readonly to?: string;
  readonly what?: InputKind;
  readonly profile?: string;
  readonly model?: string;
}

function resultOf(args: SelfArguments): unknown {
  switch (args.command) {
    case "dialects":
      return describeAll();
    case "check":
      return checked(args);
    case "convert":
      return converted(args);
  }
}

function converted(args: SelfArguments): unknown {
  const [input, to] = [parseJson(requireArgument(args.input, "input")), requireArgument(args.to, "to")];
  const what = args.what ?? identifyKind(input, kindsBetween(args.from, to));
  const kind = converters[what];
  if (kind.type !== "value") throw new CommandFailure("a stream is not a JSON text");
  const { profile, model } = args;
  const options = {
    from: args.from === undefined ? identifyDialect(input, what).from : toDialectName(args.from),
    to: toDialectName(to, "from_canonical"),
    ...(profile === undefined ? {} : { profile: profileNamed(profile, to) }),
    ...(model === undefined ? {} : { model }),
  };
  const translated = translationJson(kind.translate(input, options));
  return args.what === undefined ? { what, ...translated } : translated;
}

// A stream is not a JSON text.
function kindsBetween(from: string | undefined, to: string): InputKind[] {
  const named = [from, to].flatMap((word) => (word === undefined ? [] : [dialectNamed(word)]));
  return INPUT_KINDS.filter((kind) => kind !== "stream" && named.every((dialect) => supports(dialect, kind)));
}

function checked({ input, from, to, profile }: SelfArguments): unknown {
  const found = findTools(parseJson(requireArgument(input, "input")));
  const target = toDialectName(requireArgument(to, "to"), "from_canonical");
  const checking = {
    found,
    from: from === undefined ? requireToolDialect(found) : toDialectName(from),
    profile: profile === undefined ? undefined : profileNamed(profile, target),
  };
  return checkTarget(checking, target);
}

function requireArgument(value: string | undefined, name: string): string {
  if (value === undefined) throw new CommandFailure(`${name}: required for this command, but missing`);
  return value;
}

function isRefusal(error: unknown): error is Error {
  return [CommandFailure, ConversionError, JsonError, NotFoundError].some((kind) => error instanceof kind);
}
