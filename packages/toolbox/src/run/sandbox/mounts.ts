import { readdirSync, realpathSync, statSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { interpreterFolders } from "./interpreter.ts";

/** What a program is run with. */
export interface MountOptions {
  /** The program, by its real path. */
  readonly program: string;
  readonly cwd: string;
}

/** What a sandbox shows of a path: nothing, or what is there, to be read. */
interface Mount {
  readonly path: string;
  readonly type: "hidden-folder" | "hidden-file" | "shown";
}

/**
 * The mounts of a sandbox after a read-only root, as options of bwrap: the home folder, /tmp and the system's changing
 * parts are empty, and in them stand only what the program needs, which can be read.
 */
export function mountFlags({ program, cwd }: MountOptions): string[] {
  const homes = homeFolders();
  const hidden = [...hiddenFolders(homes), ...hiddenFiles()];
  const needed = [cwd, programFolder(program, homes), ...interpreterFolders(program)];
  const shown = needed.flatMap(existing).filter((path) => !homes.includes(path) && isIn(path, hidden));
  const mounts = [...hidden, ...shown.map((path) => ({ path, type: "shown" as const }))];
  // From the outside in, so that each is seen inside of what is around it.
  return mounts.sort((one, other) => depth(one.path) - depth(other.path)).flatMap(flagsOf);
}

/** The home folder, by its real path; `undefined` where there is none. */
export function homeFolder(): string | undefined {
  return existing(process.env.HOME ?? "").at(0);
}

function homeFolders(): string[] {
  const named = [process.env.HOME ?? "", passwordHome()];
  // The home of a service may be a part of the system, in which nobody's secrets are.
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

// Without capabilities, root still owns these, and could read them.
const PRIVATE_FOLDERS = ["/etc/ssl/private", "/etc/ssh", "/etc/sudoers.d", "/etc/kubernetes", "/etc/wireguard"];
const PRIVATE_FILES = ["/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/sudoers"];

// In a container whose home is `/`, what would be private elsewhere stands beside the system.
function rootDotEntries(): string[] {
  if (homeFolder() !== "/") return [];
  const names = readdirSync("/").filter((name) => name.startsWith("."));
  return names.flatMap((name) => existing(`/${name}`));
}

// A program that stands in the home folder itself is shown without what is around it.
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
    // A user whom the system does not know by name has no other home.
    return "";
  }
}

/** The real path, in a list that is empty where there is nothing, or nothing that this user may see. */
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
