import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/** The grammars of xgrammar; `undefined`, and loudly, where there is none. */
export function startXgrammar() {
  const said = [];
  const { Grammar, Testings } = load(said) ?? {};
  if (Grammar === undefined) {
    console.error("*** @mlc-ai/web-xgrammar cannot be had from npm: no schema was tried in it ***");
    return undefined;
  }
  return {
    /** Which of the texts the grammar of a schema takes; an error, as the engine words it, where it has none. */
    async ask({ schema, texts }) {
      said.length = 0;
      try {
        const grammar = await Grammar.fromJSONSchema(JSON.stringify(schema));
        const accepted = [];
        for (const text of texts) accepted.push(await Testings.isGrammarAcceptString(grammar, text));
        grammar.dispose();
        return { accepted };
      } catch (error) {
        return { error: said.find((line) => line.startsWith("[FATAL]")) ?? String(error?.message ?? error) };
      }
    },
  };
}

/** Its package says that it is a module, and is a script: https://github.com/mlc-ai/xgrammar/tree/main/web */
function load(said) {
  const file = join(here, "node_modules/@mlc-ai/web-xgrammar/lib/index.js");
  if (!existsSync(file)) return undefined;
  const module = { exports: {} };
  const listen = (...words) => said.push(words.join(" "));
  const run = new Function(
    "module",
    "exports",
    "require",
    "__filename",
    "__dirname",
    "console",
    readFileSync(file, "utf8"),
  );
  run(module, module.exports, createRequire(file), file, dirname(file), { log: listen, warn: listen, error: listen });
  return module.exports;
}
