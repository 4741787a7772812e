import { closeSync, openSync, readSync, realpathSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { isExecutable } from "./executable-file.ts";

/**
 * The folders that the interpreter of a script needs. Version managers such as pyenv and nvm keep whole installations
 * in the home folder.
 */
export function interpreterFolders(script: string, path: string = process.env.PATH ?? ""): string[] {
  const found = interpreterOf(script, path);
  if (found === undefined) return [];
  return [...new Set([found, realPath(found)].map(installationOf))];
}

function interpreterOf(script: string, path: string): string | undefined {
  const [, line = ""] = /^#![ \t]*(.*)/.exec(firstLine(script)) ?? [];
  const [program = "", ...words] = line.split(/[ \t]+/);
  if (basename(program) !== "env") return program.startsWith("/") ? program : undefined;
  // `env -S node --flag`, `env NAME=value python3`: the first word that is neither an option nor a variable.
  const name = words.find((word) => word !== "" && !word.startsWith("-") && !word.includes("="));
  if (name === undefined || name.startsWith("/")) return name;
  const places = path.split(delimiter).map((folder) => join(folder, name));
  return places.find((place) => place.startsWith("/") && isExecutable(place));
}

/**
 * `…/versions/node/v20/bin/node` belongs to the installation `…/versions/node/v20`; `~/.local/bin` is not part of an
 * installation.
 */
function installationOf(program: string): string {
  const folder = dirname(program);
  const above = dirname(folder);
  const isInstallation = BINARIES.has(basename(folder)) && basename(above) !== ".local";
  return isInstallation ? above : folder;
}

const BINARIES: ReadonlySet<string> = new Set(["bin", "sbin", "shims", "libexec"]);

/** The first line of a file, or its first 256 bytes. */
export function firstLine(file: string): string {
  const descriptor = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(256);
    return bytes.subarray(0, readSync(descriptor, bytes)).toString("latin1").split("\n", 1)[0] ?? "";
  } finally {
    closeSync(descriptor);
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // A missing interpreter: running the tool reports it.
    return path;
  }
}
