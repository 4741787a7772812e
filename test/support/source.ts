import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the workspace. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A source file: its path from the root of the workspace, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** One import, or re-export, of a file. */
export interface Import {
  readonly specifier: string;
  readonly typeOnly: boolean;
  /** Whether it is loaded when the file runs, and not before. */
  readonly isDynamic: boolean;
  /** The file from the root of the workspace, where the import is a relative one. */
  readonly target?: string;
}

/** Every TypeScript file below a folder. */
export function sourcesIn(folder: string): SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .toSorted()
    .map((name) => read(join(folder, name)));
}

/** The file at a path from the root of the workspace. */
export function read(path: string): SourceFile {
  return { path: path.replaceAll("\\", "/"), text: readFileSync(join(ROOT, path), "utf8") };
}

/** What a file imports, in whatever way. */
export function importsOf({ path, text }: SourceFile): Import[] {
  const found = text.matchAll(
    /^\s*(?:import|export)\s(?:(type\s)?[^;"']*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm,
  );
  return [...found].map(([, typeOnly, named, dynamic]) => {
    const specifier = named ?? dynamic ?? "";
    const entry = { specifier, typeOnly: typeOnly !== undefined, isDynamic: dynamic !== undefined };
    return specifier.startsWith(".") ? { ...entry, target: targetOf(path, specifier) } : entry;
  });
}

/** The names that a file exports, types included. */
export function exportsOf({ text }: SourceFile): string[] {
  const declared = text.matchAll(
    /^export\s+(?:declare\s+)?(?:async\s+)?(const|let|function|class|type|interface|enum)\s+(\w+)/gm,
  );
  const other = text.matchAll(/^export\s+(default|\*|\{[^}]*\}|type\s*\{[^}]*\})/gm);
  return [...[...declared].map(([, , name]) => name ?? ""), ...[...other].map(([, what]) => what ?? "")];
}

/** A file's lines, less those that show an example. */
export function linesOf({ text }: SourceFile): { readonly number: number; readonly line: string }[] {
  let isExample = false;
  return text.split("\n").flatMap((line, index) => {
    if (line.includes("@example")) isExample = true;
    else if (line.includes("*/")) isExample = false;
    return isExample ? [] : [{ number: index + 1, line }];
  });
}

function targetOf(path: string, specifier: string): string {
  return relative(ROOT, join(ROOT, dirname(path), specifier)).replaceAll("\\", "/");
}
