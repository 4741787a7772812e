import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../../src/config/load.ts";
import { folder } from "../store/folder.ts";
import { provider } from "./reading.ts";

describe("a file that a config names", () => {
  const load = async (store: string, env: Record<string, string> = {}) => {
    const home = join(await folder(), "etc");
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "toolglot.yaml"), `${provider()}\nstore: { file: ${store} }\n`);
    const absolute = await loadConfig(join(home, "toolglot.yaml"), { env });
    const beside = await loadConfig(relative(process.cwd(), join(home, "toolglot.yaml")), { env });
    expect(beside.store).toEqual(absolute.store);
    return { home, file: absolute.store.file };
  };

  it.each(["answers.db", "./state/answers.db", "../answers.db"])(
    "is found from the config, and not from where the program was started: store.file: %s",
    async (path) => {
      const { home, file } = await load(path);
      expect(file).toBe(join(home, path));
    },
  );

  it("is relative to the config's folder if the path comes from a variable", async () => {
    const { home, file } = await load(`"\${STATE}/answers.db"`, { STATE: "state" });
    expect(file).toBe(join(home, "state/answers.db"));
  });

  it("is missed with what to do", async () => {
    const home = await folder();
    writeFileSync(join(home, "toolglot.yaml"), provider("apiKey: file:some.key"));
    await expect(loadConfig(join(home, "toolglot.yaml"), { env: {} })).rejects.toThrow(
      "providers.a.apiKey refers to some.key, and there is no such file; create it beside the config, or name another",
    );
    mkdirSync(join(home, "some.key"));
    await expect(loadConfig(join(home, "toolglot.yaml"), { env: {} })).rejects.toThrow(
      "providers.a.apiKey refers to some.key, which cannot be read; EISDIR",
    );
  });

  it("may have an absolute path", async () => {
    expect((await load("/var/lib/toolglot/answers.db")).file).toBe("/var/lib/toolglot/answers.db");
  });
});
