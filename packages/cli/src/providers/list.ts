import { nearest } from "@toolglot/core/suggest";
import { listOtherPlatforms, listPresets, type PresetInfo } from "@toolglot/gateway";
import type { Arguments } from "../args.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { CommandFailure } from "../failure.ts";
import { writeJson } from "../output/json.ts";
import { logNote, plural } from "../output/messages.ts";
import { type Screen, screen } from "../output/screen.ts";
import { type Column, table } from "../output/table.ts";

/** Lists the presets, or those that a word is found in. */
export async function list(search: string | undefined, args: Arguments): Promise<ExitCode> {
  const all = listPresets(process.env);
  const found = all.filter((preset) => matches(wordsOf(preset), search));
  const platforms = listOtherPlatforms().filter(({ name, title }) => matches([name, title], search));
  if (found.length + platforms.length === 0) throw unknown(search ?? "", all);
  const stdout = screen("stdout");
  if (args.has("json")) {
    await writeJson(stdout, { providers: found.map(presetJson), platforms }, { isCompact: false });
    return EXIT.ok;
  }
  if (found.length > 0) await stdout.write(presetTable(found, stdout, args.has("urls")));
  for (const note of notesOn(found, platforms, search)) logNote(note);
  return EXIT.ok;
}

function matches(words: readonly string[], search = ""): boolean {
  return words.some((word) => word.toLowerCase().includes(search.toLowerCase()));
}

function wordsOf({ name, aliases, title, dialect, baseUrl, keys, addressVariables }: PresetInfo): string[] {
  return [name, ...aliases, title, dialect, baseUrl, ...keys, ...addressVariables];
}

function unknown(search: string, all: readonly PresetInfo[]): CommandFailure {
  const meant = nearest(
    search,
    all.map(({ name }) => name),
  );
  const help = meant === undefined ? "toolglot providers lists them all" : `did you mean ${meant}?`;
  return new CommandFailure(
    `no provider has ${JSON.stringify(search)} in its name, variable, dialect or address; ${help}`,
  );
}

function presetJson(preset: PresetInfo): Record<string, unknown> {
  const { name, aliases, title, dialect, baseUrl, keys, addressVariables, isSetBy, missing, isSetUpAlone } = preset;
  return {
    name,
    ...(aliases.length === 0 ? {} : { aliases }),
    title,
    dialect,
    baseUrl,
    variables: [...keys, ...addressVariables],
    set: missing.length === 0,
    ...(isSetBy === undefined ? {} : { setBy: isSetBy }),
    missing,
    needsConfig: !isSetUpAlone,
  };
}

function presetTable(presets: readonly PresetInfo[], { style, columns }: Screen, hasUrls: boolean): string {
  return table(presets, hasUrls ? [NAME, URL] : [NAME, DIALECT, VARIABLE, SET], { style, columns });
}

const NAME: Column<PresetInfo> = {
  title: "NAME",
  cell: ({ name }) => name,
  paint: (text, _, style) => style.bold(text),
};
const DIALECT: Column<PresetInfo> = { title: "DIALECT", cell: ({ dialect }) => dialect };
const VARIABLE: Column<PresetInfo> = { title: "VARIABLE", cell: ({ keys, isSetBy }) => isSetBy ?? keys[0] ?? "" };
const URL: Column<PresetInfo> = { title: "BASE URL", cell: ({ baseUrl }) => baseUrl };
const SET: Column<PresetInfo> = {
  title: "SET",
  cell: setText,
  paint: (text, _, style) => (text === "yes" ? style.green(text) : style.yellow(text)),
};

// Of presets that share a variable, only one is set up by it.
function setText({ isSetBy, missing, isSetUpAlone }: PresetInfo): string {
  if (isSetBy === undefined) return "";
  if (missing.length > 0) return "partly";
  return isSetUpAlone ? "yes" : "shared";
}

function notesOn(
  found: readonly PresetInfo[],
  platforms: ReturnType<typeof listOtherPlatforms>,
  search: string | undefined,
): string[] {
  const partly = found.filter((preset) => setText(preset) === "partly");
  const shared = found.filter((preset) => setText(preset) === "shared");
  const unset =
    search !== undefined && found.length <= MAX_EXPLAINED ? found.filter(({ isSetBy }) => isSetBy === undefined) : [];
  return [
    ...unset.map(({ name, missing }) => `${name} needs ${missing.join(" and ")}`),
    ...partly.map(({ name, missing }) => `${name} also needs ${missing.join(" and ")}`),
    ...(shared.length === 0
      ? []
      : [`${namesOf(shared)}: the variable is another provider's too; write preset in a config`]),
    ...(search === undefined
      ? [`${namesOf(platforms)} need more than a key: toolglot providers NAME says what`]
      : platforms.map(({ name, advice }) => `${name} needs more than a key: ${advice}`)),
    ...(found.length === 0 ? [] : [summary(found)]),
  ];
}

/** Of so many that were searched for, the notes say which variables to set. */
const MAX_EXPLAINED = 3;

function namesOf(items: readonly { readonly name: string }[]): string {
  return items.map(({ name }) => name).join(", ");
}

function summary(found: readonly PresetInfo[]): string {
  const set = found.filter((preset) => setText(preset) === "yes").length;
  return `${plural(found.length, "provider")}, ${set} set up by variables; toolglot providers test NAME tries one`;
}
