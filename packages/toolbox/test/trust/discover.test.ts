import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { discover, projectTrust, readTree, TrustStore, trustAll } from "../../src/index.ts";
import { definition, freshFolder, script } from "../discover/folder.ts";

/** A project that brings a tool along, and a user who has trusted nothing yet. */
class Setting {
  readonly cwd: string = freshFolder();
  readonly home: string = freshFolder();
  readonly folder: string = join(this.cwd, ".toolglot", "tools");
  readonly store: TrustStore = new TrustStore(freshFolder());
  readonly ran: string = join(this.cwd, "ran");

  constructor() {
    mkdirSync(this.folder, { recursive: true });
    this.place(join(this.folder, "one"));
  }

  place(file: string): void {
    const schema = JSON.stringify(definition("one"));
    const text = `#!/bin/sh\ntouch ${this.ran}\nif [ "$1" = --schema ]; then echo '${schema}'; else echo 1; fi\n`;
    script(join(file, ".."), "one", text);
  }

  async trust(): Promise<void> {
    const files = await readTree(this.folder);
    await this.store.write({ folder: this.folder, trustedAt: "2026-11-01T00:00:00.000Z", files });
  }

  find(directories: readonly string[] = [this.folder], follow: boolean = false): ReturnType<typeof discover> {
    return discover({ directories, follow, trust: projectTrust(this) });
  }
}

describe("a project's tools", () => {
  it("are not run at all before they are trusted", async () => {
    const setting = new Setting();
    const { tools, refusals } = await setting.find();
    expect([tools, existsSync(setting.ran)]).toEqual([[], false]);
    expect(refusals).toEqual([
      {
        where: setting.folder,
        reason: expect.stringMatching(/^not run \(one\): the folder is not trusted yet; .*toolglot tools trust$/),
        level: "error",
      },
    ]);
  });

  it("are run after that", async () => {
    const setting = new Setting();
    await setting.trust();
    const { tools, refusals } = await setting.find();
    expect([tools.length, refusals]).toEqual([1, []]);
    expect(await tools[0]?.run({}, {})).toMatchObject({ success: true, result: 1 });
  });

  it.each<[string, (setting: Setting) => void, RegExp]>([
    ["a changed program", ({ folder }) => writeFileSync(join(folder, "one"), "#!/bin/sh\n"), /changed: one/],
    ["a new helper", ({ folder }) => writeFileSync(join(folder, "json.py"), ""), /new: json\.py/],
    ["a withdrawn record", ({ store }) => rmSync(store.directory, { recursive: true }), /not trusted yet/],
    ["a link in its place", swapFolder, /has become a link/],
    ["a link on the way", swapParent, /has become a link|not trusted/],
  ])("are not run with %s, though they were found before", async (_, change, reason) => {
    const setting = new Setting();
    await setting.trust();
    const { tools } = await setting.find();
    rmSync(setting.ran);
    change(setting);
    const outcome = await tools[0]?.run({}, {});
    expect(outcome).toMatchObject({ success: false, code: "DENIED", error: expect.stringMatching(reason) });
    expect(existsSync(setting.ran)).toBe(false);
    expect((await setting.find()).tools).toEqual([]);
    expect(existsSync(setting.ran)).toBe(false);
  });

  it.each<[string, (setting: Setting) => string]>([
    ["named as a folder", ({ folder }) => folder],
    ["named with dots", ({ cwd }) => `${cwd}/.toolglot/../.toolglot/tools/.`],
    ["behind a link", (setting) => linkTo(setting.folder)],
    ["linked to, one by one", (setting) => folderWithLink(join(setting.folder, "one"))],
  ])("need trust when they are %s", async (_, name) => {
    const setting = new Setting();
    const { tools } = await setting.find([name(setting)], true);
    expect([tools, existsSync(setting.ran)]).toEqual([[], false]);
  });

  it("need trust where they are links to other files of the project", async () => {
    const setting = new Setting();
    mkdirSync(join(setting.cwd, "src"));
    renameSync(join(setting.folder, "one"), join(setting.cwd, "src", "one"));
    symlinkSync("../../src/one", join(setting.folder, "one"));
    expect((await setting.find(undefined, true)).tools).toEqual([]);
    await setting.trust();
    const { tools } = await setting.find(undefined, true);
    expect(await tools[0]?.run({}, {})).toMatchObject({ success: true });
    writeFileSync(join(setting.cwd, "src", "one"), "#!/bin/sh\necho evil\n");
    expect(await tools[0]?.run({}, {})).toMatchObject({ code: "DENIED" });
  });

  it("are the user's own in the home folder", async () => {
    const setting = new Setting();
    const { tools } = await discover({
      directories: [setting.folder],
      trust: projectTrust({ cwd: setting.cwd, home: setting.cwd, store: setting.store }),
    });
    expect(tools).toHaveLength(1);
  });

  it("need no trust where the caller vouches for them", async () => {
    const setting = new Setting();
    expect((await discover({ directories: [setting.folder], trust: trustAll })).tools).toHaveLength(1);
  });

  it("may not leave compiled Python behind, which would be a new file", async () => {
    const setting = new Setting();
    const schema = JSON.stringify(definition("env"));
    const text = `#!/bin/sh\nif [ "$1" = --schema ]; then echo '${schema}'; else echo "$PYTHONDONTWRITEBYTECODE"; fi\n`;
    script(setting.folder, "env", text);
    await setting.trust();
    const { tools } = await setting.find();
    const tool = tools.find(({ name }) => name === "env");
    expect(await tool?.run({}, {})).toMatchObject({ success: true, result: 1 });
  });
});

function linkTo(folder: string): string {
  const link = join(freshFolder(), "link");
  symlinkSync(folder, link);
  return link;
}

function folderWithLink(file: string): string {
  const folder = freshFolder();
  symlinkSync(file, join(folder, "one"));
  return folder;
}

function swapFolder(setting: Setting): void {
  const elsewhere = freshFolder();
  setting.place(join(elsewhere, "one"));
  rmSync(setting.folder, { recursive: true });
  symlinkSync(elsewhere, setting.folder);
}

function swapParent(setting: Setting): void {
  const elsewhere = freshFolder();
  mkdirSync(join(elsewhere, "tools"));
  setting.place(join(elsewhere, "tools", "one"));
  rmSync(join(setting.cwd, ".toolglot"), { recursive: true });
  symlinkSync(elsewhere, join(setting.cwd, ".toolglot"));
}
