import { chmodSync, chownSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defaultDirectories, type Refusal } from "../../src/index.ts";
import { definition, find, freshFolder, script, tool } from "./folder.ts";

const isRoot = process.getuid?.() === 0;

/** Somebody who is neither this user nor root. */
const STRANGER = 12_345;

describe("folders", () => {
  it("are looked into in the order in which they win", () => {
    expect(defaultDirectories({ home: "/home/ada", cwd: "/project", extra: ["more", "/opt/tools"] })).toEqual([
      "/usr/share/toolglot/tools",
      "/usr/local/share/toolglot/tools",
      "/home/ada/.toolglot/tools",
      "/project/.toolglot/tools",
      "/project/more",
      "/opt/tools",
    ]);
  });

  it("that come later override others, with a report", async () => {
    const [first, second] = [freshFolder(), freshFolder()];
    const before = tool(first, "same", definition("same", { description: "The first." }));
    const after = tool(second, "same", definition("same", { description: "The second." }));
    const { tools, refusals } = await find([first, second]);
    expect(tools.map(({ description }) => description)).toEqual(["The second."]);
    expect(refusals).toEqual([{ name: "same", where: before, reason: `replaced by ${after}`, level: "info" }]);
  });

  it("keep the first file of a name, which is warned of", async () => {
    const folder = freshFolder();
    tool(folder, "b-same", definition("same", { description: "b" }));
    tool(folder, "a-same", definition("same", { description: "a" }));
    const { tools, refusals } = await find([folder]);
    expect(tools.map(({ description }) => description)).toEqual(["a"]);
    expect(refusals.at(-1)).toEqual({
      name: "same",
      where: join(folder, "b-same"),
      reason: "a-same in the same folder already has this name",
      level: "warning",
    });
  });

  it("that are named twice count once", async () => {
    const folder = freshFolder();
    tool(folder, "same", definition("same"));
    const { tools, refusals } = await find([folder, `${folder}/`, join(folder, ".")]);
    expect([tools.length, refusals]).toEqual([1, []]);
  });

  it("that do not exist are reported without an error", async () => {
    const folder = freshFolder();
    tool(folder, "fine", definition("fine"));
    const missing = join(folder, "missing");
    const { tools, refusals } = await find([missing, folder]);
    expect(tools).toHaveLength(1);
    expect(refusals).toEqual([{ where: missing, reason: "no such file or folder", level: "info" }]);
  });

  it("that are files are refused", async () => {
    const file = tool(freshFolder(), "fine", definition("fine"));
    expect((await find([file])).refusals).toEqual([{ where: file, reason: "it is not a folder", level: "error" }]);
  });

  it("that hold all programs of a machine are not run", async () => {
    const folder = freshFolder();
    const trace = join(folder, ".trace");
    for (let index = 0; index <= 500; index++) script(folder, `program${index}`, `#!/bin/sh\ntouch ${trace}\n`);
    const { refusals } = await find([folder]);
    expect(refusals).toEqual([
      {
        where: folder,
        reason: "it contains more than 500 programs; name a folder that contains only tools",
        level: "error",
      },
    ]);
    expect(existsSync(trace)).toBe(false);
  });

  it("give the tools in the order of their names", async () => {
    const folder = freshFolder();
    for (const name of ["zebra", "Apple", "apple", "b_1"]) tool(folder, name, definition(name));
    expect((await find([folder])).tools.map(({ name }) => name)).toEqual(["Apple", "apple", "b_1", "zebra"]);
  });

  it("are read again each time", async () => {
    const folder = freshFolder();
    tool(folder, "one", definition("one"));
    expect((await find([folder])).tools.map(({ name }) => name)).toEqual(["one"]);
    tool(folder, "one", definition("one", { description: "Changed." }));
    tool(folder, "two", definition("two"));
    const { tools } = await find([folder]);
    expect(tools.map(({ description }) => description)).toEqual(["Changed.", "Does two."]);
  });
});

describe("files", () => {
  it("that are not executable are skipped, with the reason", async () => {
    const folder = freshFolder();
    writeFileSync(join(folder, "README.md"), "# Tools");
    mkdirSync(join(folder, "file-edit"));
    script(folder, ".hidden", "#!/bin/sh\n");
    const { tools, refusals } = await find([folder]);
    expect(tools).toEqual([]);
    expect(refusals).toEqual([
      { where: join(folder, "README.md"), reason: "not executable", level: "info" },
      { where: join(folder, "file-edit"), reason: "a folder, not a file", level: "info" },
    ]);
  });

  it("that are none are never opened", async () => {
    const folder = freshFolder();
    const path = join(folder, "socket");
    const server = createServer().listen(path);
    await new Promise((resolve) => server.once("listening", resolve));
    const { refusals } = await find([folder]);
    server.close();
    expect(refusals).toEqual([{ where: path, reason: "not a regular file", level: "warning" }]);
  });

  it.each([
    ["file-edit", "file_edit"],
    ["file-edit-tool", "file_edit"],
    ["file-edit.sh", "file_edit"],
    ["file-edit-tool.py", "file_edit"],
    ["file_edit", "file_edit"],
    ["multi-tool", "multi_tool"],
  ])("may be called %s where the tool is called %s", async (file, name) => {
    const folder = freshFolder();
    tool(folder, file, definition(name));
    expect((await find([folder])).refusals).toEqual([]);
  });

  it("whose name differs from their tool's cause a warning", async () => {
    const folder = freshFolder();
    const where = tool(folder, "file-edit", definition("file_delete"));
    const { tools, refusals } = await find([folder]);
    expect(tools.map(({ name }) => name)).toEqual(["file_delete"]);
    const reason = "the file name file-edit does not match the tool name file_delete";
    expect(refusals).toEqual([{ name: "file_delete", where, reason, level: "warning" }]);
  });
});

describe("links", () => {
  it("that lead out of the folder, nowhere or in a circle are refused", async () => {
    const [folder, outside] = [freshFolder(), freshFolder()];
    symlinkSync(tool(outside, "planted", definition("planted")), join(folder, "planted"));
    symlinkSync("../..", join(folder, "up"));
    symlinkSync("gone", join(folder, "dangling"));
    symlinkSync("loop", join(folder, "loop"));
    const { tools, refusals } = await find([folder]);
    expect(tools).toEqual([]);
    expect(refusals.map(({ reason }) => reason)).toEqual([
      "a broken link",
      "a circular link",
      "a link to a file outside of the folder; --follow allows it",
      "a link to a file outside of the folder; --follow allows it",
    ]);
    expect(refusals.every(({ level }) => level === "error")).toBe(true);
  });

  it("that stay in the folder are followed", async () => {
    const folder = freshFolder();
    mkdirSync(join(folder, "lib"));
    symlinkSync(tool(join(folder, "lib"), "inside", definition("inside")), join(folder, "inside"));
    expect((await find([folder])).tools.map(({ name }) => name)).toEqual(["inside"]);
  });

  it("are no folders of tools", async () => {
    const [folder, outside] = [freshFolder(), freshFolder()];
    tool(outside, "planted", definition("planted"));
    const link = join(folder, "tools");
    symlinkSync(outside, link);
    const { tools, refusals } = await find([link]);
    expect(tools).toEqual([]);
    expect(refusals).toEqual([{ where: link, reason: "the folder is a link", level: "error" }]);
  });

  it("are followed where that is wanted", async () => {
    const [folder, outside] = [freshFolder(), freshFolder()];
    symlinkSync(tool(outside, "wanted", definition("wanted")), join(folder, "wanted"));
    symlinkSync(folder, `${folder}-link`);
    expect((await find([folder], { follow: true })).tools).toHaveLength(1);
    expect((await find([`${folder}-link`], { follow: true })).tools).toHaveLength(1);
  });

  it("are not followed into a folder that others may write to", async () => {
    const [folder, outside] = [freshFolder(), freshFolder()];
    symlinkSync(tool(outside, "planted", definition("planted")), join(folder, "planted"));
    chmodSync(outside, 0o777);
    expect(reasonsOf((await find([folder], { follow: true })).refusals)).toContain("the folder that it links to");
  });
});

describe("what others could have planted", () => {
  it("is not run: a world-writable folder", async () => {
    const folder = freshFolder();
    const { ran } = trap(folder);
    chmodSync(folder, 0o777);
    const { tools, refusals } = await find([folder]);
    expect([tools, ran()]).toEqual([[], false]);
    const reason = "the folder is not used: it is world-writable; fix it with chmod o-w";
    expect(refusals).toEqual([{ where: folder, reason, level: "error" }]);
  });

  it.each([
    ["set-user-id", 0o4755],
    ["set-group-id", 0o2755],
  ])("is not run: a program that is %s", async (_, mode) => {
    const folder = freshFolder();
    const file = tool(folder, "one", definition("one"));
    chmodSync(file, mode);
    const { tools, refusals } = await find([folder]);
    expect(tools).toEqual([]);
    expect(refusals).toEqual([
      { where: file, reason: expect.stringContaining("the rights of its owner or group"), level: "error" },
    ]);
  });

  it("is not run: a file in a folder whose parent is world-writable", async () => {
    const folder = freshFolder("open", "inner", "tools");
    tool(folder, "one", definition("one"));
    const open = join(folder, "..", "..");
    chmodSync(open, 0o777);
    const { tools, refusals } = await find([folder]);
    expect(tools).toEqual([]);
    const reason = `the folder is not used: its parent folder ${open} is world-writable; fix it with chmod o-w`;
    expect(refusals).toEqual([{ where: folder, reason, level: "error" }]);
    // As in /tmp, where only owners may rename what is theirs.
    chmodSync(open, 0o1777);
    expect((await find([folder])).tools).toHaveLength(1);
  });

  it("is not run: a world-writable file", async () => {
    const folder = freshFolder();
    const { file, ran } = trap(folder);
    tool(folder, "fine", definition("fine"));
    chmodSync(file, 0o777);
    const { tools, refusals } = await find([folder]);
    expect([tools.map(({ name }) => name), ran()]).toEqual([["fine"], false]);
    expect(refusals).toEqual([
      { where: file, reason: "not run: it is world-writable; fix it with chmod o-w", level: "error" },
    ]);
  });

  it.runIf(isRoot)("is not run: a folder, or a file, of another user", async () => {
    const [folder, theirs] = [freshFolder(), freshFolder()];
    const [planted, inside] = [trap(folder), trap(theirs)];
    chownSync(planted.file, STRANGER, STRANGER);
    chownSync(theirs, STRANGER, STRANGER);
    const { tools, refusals } = await find([folder, theirs]);
    expect([tools, planted.ran(), inside.ran()]).toEqual([[], false, false]);
    expect(refusals.map(({ reason }) => reason).sort()).toEqual([
      `not run: it belongs to another user (${STRANGER})`,
      `the folder is not used: it belongs to another user (${STRANGER})`,
    ]);
  });

  it.runIf(isRoot)("is not run: a file that another group may write to", async () => {
    const folder = freshFolder();
    const { file, ran } = trap(folder);
    chownSync(file, 0, STRANGER);
    chmodSync(file, 0o775);
    expect(reasonsOf((await find([folder])).refusals)).toContain(`another group (${STRANGER}) may write to it`);
    expect(ran()).toBe(false);
  });

  it("is run where only the user's own group may write to it", async () => {
    const folder = freshFolder();
    chmodSync(tool(folder, "fine", definition("fine")), 0o775);
    expect((await find([folder])).tools).toHaveLength(1);
  });
});

function reasonsOf(refusals: readonly Refusal[]): string {
  return refusals.map(({ reason }) => reason).join("\n");
}

/** An executable that leaves a trace when it is run. */
function trap(folder: string): { file: string; ran(): boolean } {
  const trace = join(freshFolder(), "trace");
  const file = script(folder, "trap", `#!/bin/sh\ntouch ${trace}\n`);
  return { file, ran: () => existsSync(trace) };
}
