import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { environmentConfig, readConfig, serve } from "@toolglot/gateway";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { agents } from "../packages/cli/src/agents/index.ts";
import { readArguments } from "../packages/cli/src/args.ts";
import { commands } from "../packages/cli/src/commands/index.ts";
import { COMMON } from "../packages/cli/src/help.ts";
import { markdownFiles } from "../scripts/markdown.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const files = markdownFiles(root).filter((file) =>
  /^(README|docs\/.*|packages\/\w+\/README|examples\/.*)\.?(md)?$/.test(file),
);
const GATEWAY = "http://127.0.0.1:4141";

interface Block {
  readonly file: string;
  readonly language: string;
  readonly text: string;
}

const blocks = files.flatMap(blocksOf);
const commandLines = blocks.filter(({ language }) => language === "sh" || language === "").flatMap(commandsOf);

describe("the commands on the pages", () => {
  const ours = commandLines.filter(({ text }) => /^(npx )?toolglot /.test(text));

  it("are found", () => expect(ours.length).toBeGreaterThan(30));

  it.each(ours)("$file: $text", ({ text }) => {
    const [word = "", ...rest] = wordsOf(text.replace(/^(npx )?toolglot /, ""));
    if (word.startsWith("-")) return expect(["--version", "--help", "--schema"]).toContain(word);
    const command = commands.find(({ name }) => name === word);
    if (command === undefined) throw new Error(`there is no command ${word}`);
    const { positionals } = readArguments(rest, { ...command.options, ...COMMON });
    expect(positionals.length).toBeLessThanOrEqual(command.maxPositionals);
  });

  it("start scripts that package.json has", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: object };
    const prose = files.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
    const named = [...prose.matchAll(/npm run ([a-z:]+)/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe("the requests on the pages", () => {
  const requests = commandLines.filter(({ text }) => text.startsWith(`curl ${GATEWAY}`));

  it("are found", () => expect(requests.length).toBeGreaterThan(5));

  it.each(requests)("$file: $text", async ({ text }) => {
    const { response } = await answerTo(text);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      expect.stringMatching(/^application\/json/),
    ]);
  });

  it("work in the example for OpenAI's SDK", async () => {
    const [example = ""] = blocksOf("docs/agents/sdks.md").flatMap(({ language, text }) =>
      language === "ts" ? [text] : [],
    );
    const printed = await withGateway(async (url) => {
      const lines: unknown[] = [];
      const script = example.replace(/^import .*$/m, "").replace(GATEWAY, url);
      const run = new Function("OpenAI", "console", `return (async () => {${script}})();`);
      await run(OpenAI, { log: (line: unknown) => lines.push(line) });
      return lines;
    });
    expect(printed).toEqual([expect.stringContaining("Hello")]);
  });
});

describe("the configs on the pages", () => {
  const configs = blocks.filter(({ language, file }) => language === "yaml" && file !== "docs/config.md");

  it("are found", () => expect(configs.length).toBeGreaterThan(10));

  it.each(configs)("$file: $text", async ({ text, file }) => {
    const names = [...text.matchAll(/\$\{(\w+)\}|\b([A-Z]+_API_KEY)\b/g)].map(([, name, key = ""]) => name ?? key);
    const env = Object.fromEntries(names.map((name, index) => [name, `secret-${index}`]));
    const config = await readConfig(text, { name: file, env });
    expect(config.providers.size).toBeGreaterThan(1);
  });
});

describe("the pages of agents", () => {
  const PAGES: Readonly<Record<string, string>> = { claude: "claude-code", gemini: "gemini-cli" };

  it.each(agents)("has the variables and settings of $title", ({ name, package: source, launchOptions }) => {
    const text = readFileSync(join(root, `docs/agents/${PAGES[name] ?? name}.md`), "utf8");
    const { env } = launchOptions({ url: GATEWAY, key: "toolglot", models: ["m"] });
    expect(text).toContain(`npm install -g toolglot ${source}`);
    // OpenCode's variable holds what its page shows as a file.
    const variables = Object.keys(env).filter((variable) => variable !== "OPENCODE_CONFIG_CONTENT");
    expect(variables.filter((variable) => !text.includes(variable))).toEqual([]);
  });

  it("names the versions that the tests of clients install", () => {
    const file = readFileSync(join(root, "test/clients/package.json"), "utf8");
    const { dependencies } = JSON.parse(file) as { dependencies: Readonly<Record<string, string>> };
    const versions = agents.map(({ name, package: source, title }) => {
      const text = readFileSync(join(root, `docs/agents/${PAGES[name] ?? name}.md`), "utf8");
      return text.includes(`${title} ${dependencies[source]} is tested`);
    });
    expect(versions).toEqual(agents.map(() => true));
  });
});

describe("the page of Cloudflare Workers", () => {
  const page = blocksOf("docs/deploy/workers.md");
  const shown = (wanted: string) => page.find(({ language }) => language === wanted)?.text;
  const file = (name: string) => readFileSync(join(root, "deploy/cloudflare", name), "utf8");

  it("has the Worker that the tests run in workerd", () => {
    expect(file("worker.mjs").replace(/^\/\/.*\n/, "")).toBe(shown("js"));
  });

  it("has the settings of wrangler, with the class and the binding of the Worker", () => {
    const settings = JSON.parse(file("wrangler.jsonc")) as {
      readonly durable_objects: {
        readonly bindings: readonly { readonly name: string; readonly class_name: string }[];
      };
      readonly migrations: readonly { readonly new_sqlite_classes: readonly string[] }[];
    };
    expect(file("wrangler.jsonc")).toBe(shown("json"));
    const [{ name, class_name: className } = { name: "", class_name: "" }] = settings.durable_objects.bindings;
    expect(shown("js")).toContain(`durableObjectStores(env.${name}, config)`);
    expect(shown("js")).toContain(`export { ${className} } from "@toolglot/gateway/web"`);
    expect(settings.migrations.flatMap((each) => each.new_sqlite_classes)).toEqual([className]);
  });
});

describe("the page of comparisons", () => {
  it("names the versions that were compared", () => {
    const text = readFileSync(join(root, "docs/why.md"), "utf8");
    const { dependencies } = JSON.parse(readFileSync(join(root, "test/peers/package.json"), "utf8")) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    const [, litellm = ""] = /==(\S+)/.exec(readFileSync(join(root, "test/peers/requirements.txt"), "utf8")) ?? [];
    expect(text).toContain(
      `| LiteLLM ${litellm} | claude-code-router ${dependencies["@musistudio/claude-code-router"]} | AI SDK ${dependencies.ai} |`,
    );
  });
});

function blocksOf(file: string): Block[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = "", body = ""]) => ({
    file,
    language,
    text: body,
  }));
}

/** The commands of a block: prompts, comments and assignments removed, continued lines and quoted texts joined. */
function commandsOf({ file, text }: Block): { file: string; text: string }[] {
  const joined = text.replace(/\\\n\s*/g, " ").replace(/'[^']*'/g, (quoted) => quoted.replaceAll("\n", " "));
  return joined
    .split("\n")
    .map((line) =>
      line
        .replace(/^\$ /, "")
        .replace(/\s+#.*$/, "")
        .replace(/ \|.*$/, "")
        .trim(),
    )
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ file, text: line }));
}

function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? "",
  );
}

async function answerTo(command: string): Promise<{ response: Response }> {
  const [, target = "", ...rest] = wordsOf(command);
  const headers = rest.flatMap((word, index) =>
    rest[index - 1] === "-H" ? [word.split(": ") as [string, string]] : [],
  );
  const data = rest.indexOf("-d");
  const sent = data < 0 ? {} : { method: "POST", body: rest[data + 1] ?? "" };
  return withGateway(async (url) => {
    const response = await fetch(target.replace(GATEWAY, url), { ...sent, headers });
    await response.text();
    return { response };
  });
}

async function withGateway<T>(use: (url: string) => Promise<T>): Promise<T> {
  const served = await serve({ config: await environmentConfig({}), port: 0 });
  try {
    return await use(served.url);
  } finally {
    await served.close();
  }
}
