import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { MAIN } from "./run.ts";

const ESCAPE = fileURLToPath(new URL("escape.py", import.meta.url));
const NOBODY = 65_534;
const AS_NOBODY = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];

interface User {
  readonly title: string;
  readonly prefix: readonly string[];
  readonly id: number;
}

const me: User = { title: process.getuid?.() === 0 ? "root" : "this user", prefix: [], id: process.getuid?.() ?? 0 };
const users = [me, ...(me.id === 0 ? [{ title: "an ordinary user", prefix: AS_NOBODY, id: NOBODY }] : [])];

// A container may allow namespaces, and no /proc of one's own in them.
const WALLS = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-all", "--cap-drop", "ALL"];

/** Whether a user can have a sandbox here; says so loudly where not, because nothing is tested then. */
function isReady({ title, prefix }: User): boolean {
  const probe = [...prefix, "bwrap", ...WALLS, "--", "/bin/true"];
  const program = [...prefix, process.execPath, MAIN, "--version"];
  const python = [...prefix, "/usr/bin/python3", "--version"];
  const failed = [probe, program, python].find(([name = "", ...args]) => spawnSync(name, args).status !== 0);
  if (failed !== undefined)
    console.warn(`NOT TESTED: the sandbox for ${title}: this does not work here: ${failed.join(" ")}`);
  return failed === undefined;
}

/** Folders outside of everything that a sandbox hides anyway, which a tool could reach if nothing kept it. */
class Outside {
  readonly folder: string;
  readonly user: User;

  constructor(user: User) {
    this.user = user;
    this.folder = mkdtempSync(join(existsSync("/srv") && me.id === 0 ? "/srv" : "/var/tmp", "toolglot-sandbox-"));
    for (const name of ["home/.ssh", "work", "tools", "other"]) mkdirSync(join(this.folder, name), { recursive: true });
    writeFileSync(this.at("home/.ssh/id"), "secret");
    writeFileSync(this.at("work/notes"), "to be read");
    copyFileSync(ESCAPE, this.at("tools/escape"));
    chmodSync(this.at("tools/escape"), 0o755);
    const all = ["", "home", "home/.ssh", "home/.ssh/id", "work", "work/notes", "tools", "tools/escape", "other"];
    if (me.id === 0) for (const name of all) chownSync(this.at(name), user.id, user.id);
  }

  at(name: string): string {
    return join(this.folder, name);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** What the tool got. */
  async escape(flags: readonly string[]): Promise<string[]> {
    const [name = "", ...args] = [
      ...this.user.prefix,
      "/usr/bin/python3",
      ESCAPE,
      "--serve",
      this.at("work"),
      this.at("home"),
    ];
    const served = spawn(name, args, { stdio: ["pipe", "pipe", "inherit"] });
    try {
      const port = Number(await new Promise((resolve) => served.stdout.once("data", resolve)));
      return this.call(JSON.stringify({ ...this.targets(), port, pid: served.pid }), flags);
    } finally {
      served.stdin.end();
      await once(served, "close");
    }
  }

  private targets(): object {
    const sockets = (name: string) => [this.at(`work/${name}.sock`), this.at(`home/${name}.sock`)];
    return {
      home: this.at("home"),
      read: [this.at("home/.ssh/id"), "/etc/shadow"],
      write: ["work/x", "tools/x", "other/x", "work/notes"].map((name) => this.at(name)).concat(SYSTEM_FILES),
      stream: sockets("stream"),
      datagram: sockets("datagram"),
    };
  }

  private call(input: string, flags: readonly string[]): string[] {
    const command = [process.execPath, MAIN, "tools", "call", "escape", input, "--dir", this.at("tools"), ...flags];
    const [name = "", ...args] = [...this.user.prefix, ...command];
    const env = { PATH: process.env.PATH, HOME: this.at("home") };
    const { result } = JSON.parse(execFileSync(name, args, { cwd: this.at("work"), env, encoding: "utf8" }));
    return result;
  }
}

// Written to only by a tool that got out as root; each could be harmless, and none should happen.
const SYSTEM_FILES = [
  "/etc/toolglot-escaped",
  "/usr/toolglot-escaped",
  "/proc/sys/kernel/hostname",
  "/sys/fs/cgroup/cgroup.procs",
];

const cases = users.map((user) => ({ title: user.title, user, ready: isReady(user) }));

describe.each(cases)("a tool in the sandbox of $title", ({ user, ready }) => {
  it.runIf(ready)("cannot read or reach anything outside", async () => {
    const outside = new Outside(user);
    expect(await outside.escape(["--sandbox"])).toEqual([]);
    expect(readdirSync(outside.at("other"))).toEqual([]);
    outside.remove();
  });

  // As root it would do harm to the machine that runs the test.
  it.runIf(ready && user.id !== 0)("can do so without the sandbox (control)", async () => {
    const outside = new Outside(user);
    const got = await outside.escape([]);
    expect(got).toEqual(
      expect.arrayContaining([
        `read ${outside.at("home/.ssh/id")}`,
        `write ${outside.at("other/x")}`,
        `connect ${outside.at("work/stream.sock")}`,
        `connect a pair to ${outside.at("work/datagram.sock")}`,
        "the network",
        "signal outside",
      ]),
    );
    outside.remove();
  });
});
