import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One broken promise: of which tool, where, and the first thing that shows it. */
export interface Failure {
  readonly tool: string;
  readonly pointer: string;
  readonly message: string;
  readonly example?: unknown;
}

/** How one law fared under one target and profile. */
export interface Row {
  readonly law: string;
  readonly target: string;
  readonly profile: string;
  readonly passed: number;
  readonly total: number;
  readonly refused: number;
  readonly failures: readonly Failure[];
}

/** Where the tables and the failures are written. */
export const FOLDER: string = process.env.LAWS_OUT ?? join(tmpdir(), "toolglot-laws");

/** Keeps a law's rows for the table at the end. */
export function saveRows(law: string, rows: readonly Row[]): void {
  save(`${law}.json`, rows);
}

/** Writes a finding for people to read, and says where. */
export function save(name: string, value: unknown): string {
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, name);
  writeFileSync(file, JSON.stringify(value, null, 1));
  return file;
}

/** The rows of every law that ran. */
export function savedRows(): Row[] {
  if (!existsSync(FOLDER)) return [];
  const files = readdirSync(FOLDER).filter((file) => file.startsWith("law-") && file.endsWith(".json"));
  return files.sort().flatMap((file) => JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Row[]);
}

/** Targets down, profiles across, `passed/total` in each cell; tools that were refused are not in the total. */
export function table(rows: readonly Row[]): string {
  return [...new Set(rows.map((row) => row.law))]
    .map((law) =>
      lawTable(
        law,
        rows.filter((row) => row.law === law),
      ),
    )
    .join("\n\n");
}

/** Failures as text, the first few in full. */
export function formatFailures(failures: readonly Failure[], count = 8): string {
  const lines = failures.slice(0, count).map(({ tool, pointer, message, example }) => {
    const shown = example === undefined ? "" : `\n    ${shorten(JSON.stringify(example))}`;
    return `  ${tool} ${pointer}: ${shorten(message)}${shown}`;
  });
  const more = failures.length > count ? [`  … and ${failures.length - count} more`] : [];
  return [`${failures.length} failures`, ...lines, ...more].join("\n");
}

function lawTable(law: string, rows: readonly Row[]): string {
  const profiles = [...new Set(rows.map((row) => row.profile))];
  const targets = [...new Set(rows.map((row) => row.target))];
  const lines = targets.map((target) => [target, ...profiles.map((profile) => cell(rows, target, profile))]);
  return [law, ...align([["", ...profiles], ...lines])].join("\n");
}

function cell(rows: readonly Row[], target: string, profile: string): string {
  const row = rows.find((each) => each.target === target && each.profile === profile);
  if (row === undefined) return "-";
  return `${row.passed}/${row.total}${row.refused > 0 ? ` (${row.refused} refused)` : ""}`;
}

function align(lines: readonly string[][]): string[] {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function shorten(text: string | undefined): string {
  if (text === undefined) return "undefined";
  return text.length > 700 ? `${text.slice(0, 700)}…` : text;
}
