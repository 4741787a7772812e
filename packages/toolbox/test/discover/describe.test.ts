import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Refusal } from "../../src/index.ts";
import { definition, find, freshFolder, script, tool } from "./folder.ts";

const DEFINITION = JSON.stringify(definition("fine"));

describe("an executable that does not describe itself is refused", () => {
  it.concurrent.each([
    [
      "exits with another code",
      `echo '${DEFINITION}'; echo 'no such option' >&2; exit 3`,
      "--schema ended with exit code 3: no such option",
    ],
    ["is killed", "kill -9 $$", "--schema was killed by SIGKILL"],
    ["floods its output", "yes", "--schema printed more than 1048576 bytes; it should print the definition and exit"],
    [
      "prints a little too much",
      `head -c 1048577 /dev/zero | tr '\\0' ' '`,
      "--schema printed more than 1048576 bytes; it should print the definition and exit",
    ],
    ["prints what is no text", "printf '\\377\\376'", "--schema printed bytes that are not UTF-8"],
  ])("where it %s", async (_, body, reason) => {
    await expectRefused(body, reason, 60_000);
  });

  it.concurrent.each([
    ["hangs", "sleep 600"],
    ["hangs and will not be ended", "trap '' TERM; while :; do sleep 1; done"],
    ["waits for its child, which hangs", "sleep 600 & wait"],
  ])("where it %s", async (_, body) => {
    await expectRefused(body, "--schema took longer than 4000 ms; it should print the definition and exit", 4000);
  });

  /** The tool next to it is found within the same time. */
  async function expectRefused(body: string, reason: string, timeout: number): Promise<void> {
    const folder = freshFolder();
    const where = script(folder, "broken", `#!/bin/sh\n${body}\n`);
    tool(folder, "fine", definition("fine"));
    const { tools, refusals } = await find([folder], { timeout });
    expect(tools.map(({ name }) => name)).toEqual(["fine"]);
    expect(refusals).toEqual([{ where, reason, level: "error" }]);
  }

  it("where the system cannot run it", async () => {
    const folder = freshFolder();
    const trace = join(folder, ".trace");
    script(folder, "bare", `touch ${trace}\n`);
    script(folder, "lost", "#!/nowhere/at/all\n");
    script(folder, "saved-on-windows", "#!/bin/sh\r\necho\r\n");
    const { refusals } = await find([folder]);
    expect(refusals.map(({ reason }) => reason)).toEqual([
      "not a program: a script needs a first line such as #!/bin/sh",
      "cannot be run: its interpreter /nowhere/at/all does not exist",
      "cannot be run: its first line ends with a carriage return; save it with line feeds alone",
    ]);
    expect(existsSync(trace)).toBe(false);
  });
});

describe("an executable that describes itself is taken", () => {
  it("whatever it writes to standard error", async () => {
    const folder = freshFolder();
    script(folder, "fine", `#!/bin/sh\nhead -c 300000 /dev/zero >&2\necho '${DEFINITION}'\n`);
    expect((await find([folder])).tools).toHaveLength(1);
  });

  it("though it leaves a child behind that holds its output open", async () => {
    const folder = freshFolder();
    script(folder, "fine", `#!/bin/sh\necho '${DEFINITION}'\nsleep 600 &\n`);
    expect((await find([folder])).tools).toHaveLength(1);
  });

  it("in any language", async () => {
    const folder = freshFolder();
    script(folder, "fine", `#!/usr/bin/env node\nprocess.stdout.write(${JSON.stringify(DEFINITION)});\n`);
    expect((await find([folder])).tools).toHaveLength(1);
  });

  it("with one argument, nothing to read and no secrets around it", async () => {
    const folder = freshFolder();
    const seen = join(folder, ".seen");
    process.env.TOOLGLOT_TEST_API_KEY = "secret";
    script(folder, "fine", `#!/bin/sh\n(echo "$#:$*"; cat; env) > ${seen}\necho '${DEFINITION}'\n`);
    await find([folder]);
    delete process.env.TOOLGLOT_TEST_API_KEY;
    const text = readFileSync(seen, "utf8");
    expect(text).toMatch(/^1:--schema\n/);
    expect(text).toContain("PATH=");
    expect(text).not.toContain("secret");
  });

  it("and can be run then", async () => {
    const folder = freshFolder();
    tool(folder, "fine", definition("fine"));
    const { tools } = await find([folder]);
    expect(await tools[0]?.run({ text: "hello" }, {})).toMatchObject({ success: true, result: { text: "hello" } });
  });
});

describe("the search", () => {
  it("finds a hundred tools, eight at once", async () => {
    const folder = freshFolder();
    for (let index = 0; index < 100; index++) tool(folder, `tool-${index}`, definition(`tool_${index}`));
    const { tools, refusals } = await find([folder]);
    expect([tools.length, refusals]).toEqual([100, []]);
  });

  it("runs no more programs at once than configured", async () => {
    const folder = freshFolder();
    const busy = join(folder, ".busy");
    const body = `mkdir ${busy} || exit 9; sleep 0.05; rmdir ${busy}`;
    for (const name of ["a", "b", "c", "d"])
      script(folder, name, `#!/bin/sh\n${body}\necho '${JSON.stringify(definition(name))}'\n`);
    expect((await find([folder], { concurrency: 1 })).tools).toHaveLength(4);
  });

  it("reports each refusal as it is found", async () => {
    const folder = freshFolder();
    tool(folder, "broken", "nonsense");
    tool(folder, "a-same", definition("same"));
    tool(folder, "b-same", definition("same"));
    const reported: Refusal[] = [];
    const { refusals } = await find([folder], { onNotice: (notice) => reported.push(notice) });
    for (const refusal of refusals) expect(reported).toContainEqual(refusal);
    expect(refusals).toHaveLength(4);
  });

  it("can be ended at any moment", async () => {
    const folder = freshFolder();
    const [started, trace] = [join(folder, ".started"), join(folder, ".trace")];
    script(folder, "slow", `#!/bin/sh\ntouch ${started}\nsleep 600\ntouch ${trace}\n`);
    const controller = new AbortController();
    const search = find([folder], { signal: controller.signal, timeout: 600_000 });
    while (!existsSync(started)) await new Promise((resolve) => setTimeout(resolve, 20));
    controller.abort();
    expect((await search).refusals.map(({ reason }) => reason)).toEqual(["the search was cancelled"]);
    expect(existsSync(trace)).toBe(false);
  });
});
