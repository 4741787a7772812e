import { afterEach, describe, expect, it, vi } from "vitest";
import { toolEnvironment } from "../../src/run/environment.ts";
import { runExecutable } from "../../src/run/executable.ts";
import { nodeScript } from "./scripts.ts";

const KEYS = ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENROUTER_API_KEY"];
const OTHERS = ["AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "NODE_OPTIONS", "LD_PRELOAD", "BASH_ENV", "PATHS", "XLC_ALL"];

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("the environment of a tool", () => {
  it("has what programs need to work", () => {
    const needed = { PATH: "/bin", HOME: "/h", LANG: "C", LC_ALL: "C", LC_TIME: "C", TZ: "UTC", TMPDIR: "/t" };
    const session = { USER: "u", LOGNAME: "u", SHELL: "/bin/sh", TERM: "dumb" };
    expect(toolEnvironment({}, { ...needed, ...session })).toEqual({ ...needed, ...session });
  });

  it("has no key of a provider and nothing else of ours", () => {
    const ours = Object.fromEntries([...KEYS, ...OTHERS].map((name) => [name, "secret"]));
    expect(toolEnvironment({}, { ...ours, PATH: "/bin", HOME: undefined })).toEqual({ PATH: "/bin" });
  });

  it("has what the owner of the tool set for it", () => {
    expect(toolEnvironment({ TOKEN: "x", TZ: "Asia/Tokyo" }, { TZ: "UTC" })).toEqual({ TOKEN: "x", TZ: "Asia/Tokyo" });
  });

  it("is all that a running tool sees", async () => {
    for (const name of KEYS.concat(OTHERS).filter((each) => each !== "NODE_OPTIONS")) vi.stubEnv(name, "secret");
    const path = nodeScript("console.log(JSON.stringify(process.env))");
    const outcome = await runExecutable({ path, hints: {} }, {}, { environment: { TOKEN: "mine" } });
    expect(outcome).toMatchObject({ success: true, result: { TOKEN: "mine", PATH: process.env.PATH } });
    expect(JSON.stringify(outcome)).not.toContain("secret");
  });
});
