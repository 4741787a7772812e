import { open } from "node:fs/promises";
import { join } from "node:path";
import { compareTrees, type FileRecord, type Tree, type TrustStore, TrustStoreError } from "@toolglot/toolbox";
import { plural } from "../output/messages.ts";
import type { Screen } from "../output/screen.ts";
import { type Column, table } from "../output/table.ts";
import { wrapText } from "../output/wrap.ts";

/** The content of a folder that is about to be trusted. */
export interface TrustPreview {
  readonly folder: string;
  readonly tree: Tree;
  readonly state: "new" | "changed" | "trusted";
  /** Programs first. */
  readonly files: readonly PreviewFile[];
  readonly programs: number;
  readonly others: number;
}

export interface PreviewFile extends FileRecord {
  readonly path: string;
  readonly state: "new" | "changed" | "removed" | "same";
  /** The first line of a text file; empty for others. */
  readonly firstLine: string;
}

/** Compares a folder with its trust record. */
export async function previewOf(folder: string, tree: Tree, store: TrustStore): Promise<TrustPreview> {
  const before = await trustedTree(folder, store);
  const { added, changed, removed } = compareTrees(before ?? new Map(), tree);
  const stateOf = (path: string): PreviewFile["state"] => {
    if (added.includes(path)) return "new";
    return changed.includes(path) ? "changed" : "same";
  };
  const present = await Promise.all(
    [...tree].map(async ([path, record]) => ({
      path,
      state: stateOf(path),
      ...record,
      firstLine: await firstLineOf(join(folder, path)),
    })),
  );
  const gone = removed.map((path) => ({ path, state: "removed" as const, ...ABSENT }));
  const files = [...present, ...gone].sort((one, other) => Number(other.executable) - Number(one.executable));
  const programs = present.filter(({ executable }) => executable).length;
  const isSame = added.length + changed.length + removed.length === 0;
  const known = isSame ? "trusted" : "changed";
  const state = before === undefined ? "new" : known;
  return { folder, tree, state, files, programs, others: present.length - programs };
}

const ABSENT = { sha256: "", size: 0, executable: false, firstLine: "" };

// An unreadable record is replaced by a new one.
async function trustedTree(folder: string, store: TrustStore): Promise<Tree | undefined> {
  try {
    return (await store.read(folder))?.files;
  } catch (error) {
    if (error instanceof TrustStoreError) return undefined;
    throw error;
  }
}

/** The files as a table. */
export function previewText({ folder, state, files, programs }: TrustPreview, screen: Screen): string {
  const shown = files.slice(0, MAX_FILES);
  const more =
    files.length > MAX_FILES ? `… and ${plural(files.length - MAX_FILES, "file")} more; --json lists all\n` : "";
  const title = wrapText(`${folder}: ${plural(programs, "program")}, ${TITLES[state]}`, screen.columns);
  return `${title.map(screen.style.bold).join("\n")}\n${table(shown, COLUMNS, screen)}${more}`;
}

const MAX_FILES = 60;

const TITLES: Readonly<Record<TrustPreview["state"], string>> = {
  new: "not trusted yet",
  changed: "changed since it was trusted",
  trusted: "trusted",
};

const COLUMNS: readonly Column<PreviewFile>[] = [
  { title: "FILE", cell: ({ path, link }) => (link === undefined ? path : `${path} -> ${link}`) },
  { title: "STATE", cell: ({ state }) => state },
  { title: "RUNS", cell: ({ executable }) => (executable ? "yes" : "") },
  { title: "BYTES", cell: ({ size }) => String(size) },
  { title: "SHA-256", cell: ({ sha256 }) => sha256.slice(0, 12) },
  { title: "FIRST LINE", cell: ({ firstLine }) => firstLine },
];

const MAX_LINE = 80;

async function firstLineOf(path: string): Promise<string> {
  const file = await open(path, "r").catch(() => undefined);
  if (file === undefined) return "";
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_LINE), 0, MAX_LINE, 0);
    const text = buffer.subarray(0, bytesRead).toString("utf8");
    return text.includes("\0") ? "(binary)" : (text.split("\n", 1)[0] ?? "");
  } catch {
    // A link to a folder, or a file that was removed.
    return "";
  } finally {
    await file.close();
  }
}
