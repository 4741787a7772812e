import type { Converted, DialectName } from "@toolglot/core";
import { isProfileName } from "@toolglot/core/base";
import type { RegistryEncodeOptions } from "@toolglot/toolbox";
import type { Arguments } from "../args.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { checkProfile, checkVariant, dialectNamed, targetDialect } from "../names.ts";
import { writeJson } from "../output/json.ts";
import { lossCount, lossTable, summarizeLosses } from "../output/losses.ts";
import { logText } from "../output/messages.ts";
import { screen } from "../output/screen.ts";
import type { Toolset } from "./open.ts";

/** Refuses a target that there is not, before any tool is run. */
export function requireTarget(args: Arguments): void {
  const dialect = dialectNamed(targetDialect(args, "to"));
  checkProfile(args.get("profile"));
  checkVariant(args.get("variant"), dialect);
}

/** Prints the definitions of the tools as a dialect wants them, and tells what is lost. */
export async function schema({ registry }: Toolset, args: Arguments): Promise<ExitCode> {
  const converted = registry.encode(encodeOptions(args, targetDialect(args, "to")));
  const { value, losses, changes } = converted;
  const printed = args.has("json") ? { value, losses, changes } : value;
  await writeJson(screen("stdout"), printed, { isCompact: false });
  if (!args.has("json")) await reportLosses(converted, registry.list());
  return EXIT.ok;
}

/** How tools are written in a dialect, with the profile and the variant of the arguments. */
export function encodeOptions(args: Arguments, to: DialectName): RegistryEncodeOptions {
  const [profile, variant] = [args.get("profile"), args.get("variant")];
  return {
    ...{ to, onInvalid: "skip" },
    ...(profile !== undefined && isProfileName(profile) ? { profile } : {}),
    ...(variant === undefined ? {} : { variant }),
  };
}

async function reportLosses({ losses }: Converted, tools: readonly { readonly name: string }[]): Promise<void> {
  if (losses.length === 0) return;
  const stderr = screen("stderr");
  const all = losses.map((loss) => {
    const entry = Number(loss.path.split("/")[1]);
    return { tool: tools[entry]?.name ?? "", entry, loss };
  });
  const { rows, metadata } = summarizeLosses(all);
  const title = lossCount({ rows: rows.length, metadata });
  await logText(`${stderr.style.bold(title)}\n${rows.length === 0 ? "" : lossTable(rows, stderr)}`);
}
