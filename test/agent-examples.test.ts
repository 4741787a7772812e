import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { environmentConfig, type Served, serve } from "@toolglot/gateway";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileAsUsers } from "./support/compile.ts";
import { someOf } from "./support/extent.ts";
import { ROOT, read } from "./support/source.ts";

const FOLDER = "examples/agents";
const files = readdirSync(join(ROOT, FOLDER)).filter((file) => file.endsWith(".ts"));

// Inside the repository, where the compiled examples find the packages and the SDKs.
const folder = mkdtempSync(join(ROOT, "node_modules/.agent-examples-"));
let errors = "";
let gateway: Served;

beforeAll(async () => {
  errors = compileAsUsers(folder, files, join(ROOT, FOLDER));
  gateway = await serve({ config: await environmentConfig({}), port: 0 });
}, 120_000);

afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the agent loops of the examples", () => {
  it("are there for every official SDK", () => {
    expect(files).toEqual(["anthropic.ts", "gemini.ts", "ollama.ts", "openai-chat.ts", "openai-responses.ts"]);
  });

  it("compile as users compile them", () => expect(errors).toBe(""));

  it.each(files)("need no cast: %s", (file) => {
    const code = read(join(FOLDER, file)).text.replaceAll(/^\s*\/\/(?! @ts-).*$/gm, "");
    expect(code).not.toMatch(/\bas (?!const\b)\w|\bany\b|@ts-|\w!\W/);
  });

  it.each(someOf(files, 2))("call a tool and print the model's answer: %s", async (file) => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "out", file.replace(".ts", ".js"))], {
      cwd: ROOT,
      env: { PATH: process.env.PATH ?? "", ...urls(gateway.url) },
    });
    expect(stdout).toMatch(/^now answered: .*"tool_success":true,"result":\{.*"utc":"\d{4}-/);
  });

  it("is shown on the page of the library", () => {
    expect(read("docs/library.md").text).toContain(`\`\`\`ts\n${read(`${FOLDER}/openai-chat.ts`).text}\`\`\`\n`);
  });
});

function urls(url: string): NodeJS.ProcessEnv {
  const [OPENAI_BASE_URL, rest] = [`${url}/v1`, { ANTHROPIC_BASE_URL: url, GOOGLE_GEMINI_BASE_URL: url }];
  return { OPENAI_BASE_URL, ...rest, OLLAMA_HOST: url };
}
