import { readdirSync, realpathSync, statSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { interpreterFolders } from "./interpreter.ts";

/** The paths that a sandboxed program needs. */
export interface MountOptions {
  /** The real path of the program. */
  readonly program: string;
  readonly cwd: string;
}

/** What a sandbox shows at a path: nothing, or the original, read-only. */
interface Mount {
  readonly path: string;
  readonly type: "hidden-folder" | "hidden-file" | "shown";
}

/**
 * The bwrap options for the mounts after a read-only root: the home folder, /tmp and the variable parts of the system
 * are empty, except for what the program needs, read-only.
 */
export function mountFlags({ program, cwd }: MountOptions): string[] {
  const homes = homeFolders();
  const hidden = [...hiddenFolders(homes), ...hiddenFiles()];
  const needed = [cwd, programFolder(program, homes), ...interpreterFolders(program)];
  const shown = needed.flatMap(existing).filter((path) => !homes.includes(path) && isIn(path, hidden));
  const mounts = [...hidden, ...shown.map((path) => ({ path, type: "shown" as const }))];
  // Outer mounts first, so that inner ones are not hidden by them.
  return mounts.sort((one, other) => depth(one.path) - depth(other.path)).flatMap(flagsOf);
}

/** The real path of the home folder; `undefined` if there is none. */
export function homeFolder(): string | undefined {
  return existing(process.env.HOME ?? "").at(0);
}

function homeFolders(): string[] {
  const named = [process.env.HOME ?? "", passwordHome()];
  // The home of a service account may be a system folder, which holds no secrets.
  return [...new Set(named.flatMap(existing))].filter((path) => path !== "/" && !isInside(path, SYSTEM));
}

const SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc", "/dev", "/proc", "/opt", "/nix"];

function hiddenFolders(homes: readonly string[]): Mount[] {
  const changing = [
    "/home",
    "/root",
    "/run",
    "/tmp",
    "/var",
    "/sys",
    "/boot",
    tmpdir(),
    process.env.XDG_RUNTIME_DIR ?? "",
  ];
  const known = [...changing, ...PRIVATE_FOLDERS].flatMap(existing).filter((path) => path !== "/");
  const paths = new Set([...homes, ...known, ...rootDotEntries()]);
  return [...paths].filter(isFolder).map((path) => ({ path, type: "hidden-folder" }));
}

function hiddenFiles(): Mount[] {
  const files = [...PRIVATE_FILES.flatMap(existing), ...rootDotEntries().filter((path) => !isFolder(path))];
  return files.map((path) => ({ path, type: "hidden-file" }));
}

// Without capabilities, root still owns these files and could read them.
const PRIVATE_FOLDERS = ["/etc/ssl/private", "/etc/ssh", "/etc/sudoers.d", "/etc/kubernetes", "/etc/wireguard"];
const PRIVATE_FILES = ["/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/sudoers"];

// In containers whose home is `/`, private files are next to the system's.
function rootDotEntries(): string[] {
  if (homeFolder() !== "/") return [];
  const names = readdirSync("/").filter((name) => name.startsWith("."));
  return names.flatMap((name) => existing(`/${name}`));
}

// Of a program directly in the home folder only the file itself is shown.
function programFolder(program: string, homes: readonly string[]): string {
  const folder = dirname(program);
  return homes.includes(folder) ? program : folder;
}

function flagsOf({ path, type }: Mount): string[] {
  switch (type) {
    case "hidden-folder":
      return ["--tmpfs", path];
    case "hidden-file":
      return ["--ro-bind", "/dev/null", path];
    case "shown":
      return ["--ro-bind", path, path];
  }
}

function isIn(path: string, mounts: readonly Mount[]): boolean {
  return isInside(
    path,
    mounts.map((mount) => mount.path),
  );
}

function isInside(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => !`${relative(folder, path)}${sep}`.startsWith(`..${sep}`));
}

function depth(path: string): number {
  return path.split(sep).length;
}

function passwordHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    // A user without an entry in the password database.
    return "";
  }
}

/** The real path in a list, or an empty list if it does not exist or is not accessible. */
function existing(path: string): string[] {
  if (path === "") return [];
  try {
    return [realpathSync(join(path))];
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  return statSync(path).isDirectory();
}
