import type { KeyEntry } from "@toolglot/gateway";
import type { Arguments } from "../args.ts";
import { writeJson } from "../output/json.ts";
import { logNote } from "../output/messages.ts";
import { type Screen, screen } from "../output/screen.ts";
import { type Column, table } from "../output/table.ts";
import { entryNamed, type OpenedKeys, withKeys } from "./key-store.ts";

type Row = Partial<KeyEntry> & Pick<KeyEntry, "name">;

export function listKeys(args: Arguments): Promise<void> {
  return withKeys(args.get("config"), (keys) => printKeys(keys, args));
}

async function printKeys({ place, isShared, entries, names }: OpenedKeys, args: Arguments): Promise<void> {
  const elsewhere = names.filter((name) => !entries.some((entry) => entry.name === name)).map((name) => ({ name }));
  const stdout = screen("stdout");
  if (args.has("json")) {
    const keys = [
      ...entries.map((entry) => ({ ...withoutHash(entry), source: isShared ? "state" : "file" })),
      ...elsewhere.map((row) => ({ ...row, source: "config" })),
    ];
    return writeJson(stdout, { keys }, { isCompact: false });
  }
  const rows: readonly Row[] = [...entries, ...elsewhere];
  if (rows.length === 0)
    return logNote(
      `there are no keys: ${isShared ? "nobody" : "everybody on this machine"} may use the gateway. ${ADD}`,
    );
  await stdout.write(keyTable(rows, stdout));
  if (elsewhere.length > 0)
    logNote(`those without a date are in the config or the environment; the others are in ${place}`);
}

const ADD = "toolglot keys add NAME adds one";

export async function showKey(name: string, args: Arguments): Promise<void> {
  const entry = await withKeys(args.get("config"), async (keys) => entryNamed(keys, name));
  const stdout = screen("stdout");
  if (args.has("json")) return writeJson(stdout, withoutHash(entry), { isCompact: false });
  await stdout.write(keyTable([entry], stdout));
}

function withoutHash({ sha256: _, ...entry }: KeyEntry): Omit<KeyEntry, "sha256"> {
  return entry;
}

function keyTable(rows: readonly Row[], { style, columns }: Screen): string {
  return table(rows, COLUMNS, { style, columns });
}

const COLUMNS: readonly Column<Row>[] = [
  { title: "NAME", cell: ({ name }) => name, paint: (text, _, style) => style.bold(text) },
  { title: "MODELS", cell: ({ models, created }) => models?.join(", ") ?? (created === undefined ? "" : "all") },
  { title: "LIMITS", cell: limitsText },
  {
    title: "EXPIRES",
    cell: ({ expires = "" }) => expires,
    paint: (text, { expires = "" }, style) => (Date.parse(expires) <= Date.now() ? style.red(text) : text),
  },
  { title: "ADDED", cell: ({ created = "" }) => created },
];

function limitsText({ rpm, tpm, concurrency, budget, admin }: Row): string {
  const limits = [
    ...(rpm === undefined ? [] : [`${rpm} rpm`]),
    ...(tpm === undefined ? [] : [`${tpm} tpm`]),
    ...(concurrency === undefined ? [] : [`${concurrency} at once`]),
    ...(budget === undefined ? [] : [`$${budget.amount}/${budget.per}`]),
    ...(admin === true ? ["admin"] : []),
  ];
  return limits.join(", ");
}
