// Writes docs/api.md, the list of all public functions, classes and constants: `node scripts/api.mjs`.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The entries of the packages, as they are imported, and their files. */
export const ENTRIES = [
  ["@toolglot/core", "packages/core/src/index.ts"],
  ["@toolglot/core/mini", "packages/core/src/mini.ts"],
  ["@toolglot/core/dialects", "packages/core/src/dialects/values.ts"],
  ["@toolglot/core/dialects/calls", "packages/core/src/dialects/calls.ts"],
  ["@toolglot/core/features", "packages/core/src/feature-values.ts"],
  ["@toolglot/core/align", "packages/core/src/align/index.ts"],
  ["@toolglot/core/compact", "packages/core/src/compact.ts"],
  ["@toolglot/core/explain", "packages/core/src/explain.ts"],
  ["@toolglot/core/suggest", "packages/core/src/suggest.ts"],
  ["@toolglot/toolbox", "packages/toolbox/src/index.ts"],
  ["@toolglot/gateway", "packages/gateway/src/index.ts"],
  ["@toolglot/gateway/web", "packages/gateway/src/web.ts"],
  ["@toolglot/inspector", "packages/inspector/src/index.ts"],
];

/** Entries that export a part of what another one does, and load less. */
export const PARTS = [
  ["@toolglot/core/base", "packages/core/src/base.ts", "@toolglot/core", "what a program needs before it translates"],
  ["@toolglot/gateway/serve", "packages/gateway/src/serving.ts", "@toolglot/gateway", "what a program needs to serve"],
];

/** The text of docs/api.md. */
export function apiPage() {
  const sections = [
    ...ENTRIES.map(([name, file]) => `## ${name}\n\n${publicValues(file).map(entryText).join("\n")}`),
    ...PARTS.map(([name, file, whole, what]) => `## ${name}\n\nOf \`${whole}\`, ${what}: ${namesIn(file)}.\n`),
  ];
  return `# API\n\nGenerated from the doc comments by \`node scripts/api.mjs\`; types are in the packages' declarations.\n\n${sections.join("\n")}`;
}

function namesIn(file) {
  return publicValues(file)
    .map(({ name }) => `\`${name}\``)
    .join(", ");
}

/** The values that an entry exports, each with its doc comment. */
export function publicValues(file) {
  const text = readFileSync(join(ROOT, file), "utf8");
  const passedOn = [...text.matchAll(/^export \{([^}]*)\} from "(\.[^"]+)";/gm)].flatMap(([, names, from]) =>
    names
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "" && !name.startsWith("type "))
      .map((name) => {
        const [local, exported = local] = name.split(" as ");
        return { ...declarationOf(local, join(dirname(file), from)), name: exported };
      }),
  );
  const own = [...text.matchAll(/^export (?:async )?(?:function\*?|class|const) (\w+)/gm)];
  const all = [...passedOn, ...own.map(([, name]) => declarationOf(name, file))];
  return all.sort((one, other) => (one.name < other.name ? -1 : 1));
}

function declarationOf(name, file) {
  const text = readFileSync(join(ROOT, file), "utf8");
  const declared = new RegExp(
    `(?:/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\n)?^export (?:abstract )?(?:async )?(function\\*?|class|const) ${name}\\b`,
    "m",
  ).exec(text);
  if (declared !== null) return { name, kind: declared[2].replace("*", ""), ...commentOf(declared[1] ?? "") };
  const from = new RegExp(`^export \\{[^}]*\\b${name}\\b[^}]*\\} from "(\\.[^"]+)";`, "m").exec(text)?.[1];
  if (from === undefined) throw new Error(`${file}: no declaration of ${name}`);
  return declarationOf(name, join(dirname(file), from));
}

function commentOf(comment) {
  const [text = "", example = ""] = comment.replaceAll(/^\s*\* ?/gm, "").split("@example");
  return { text: text.trim().replaceAll(/\s*\n\s*/g, " "), example: example.trim() };
}

function entryText({ name, kind, text, example }) {
  const code = example === "" ? "" : `\n\`\`\`js\n${example}\n\`\`\`\n`;
  return `### \`${name}\` (${kind})\n\n${text}\n${code}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  writeFileSync(join(ROOT, "docs/api.md"), `${apiPage().trimEnd()}\n`);
