// Strict schemas in the engines that make grammars of them: every one compiles, every valid value of a tool that loses nothing
// is taken, and every text by the grammar lifts to a valid value.
// usage: node test/engines/run.mjs [--sample N]
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Validator } from "@cfworker/json-schema";
import { convertTools } from "../../packages/core/dist/index.js";

const here = dirname(fileURLToPath(import.meta.url));
const corpus = join(here, "../../../shared/corpus");
const every = process.argv.includes("--sample") ? Number(process.argv[process.argv.indexOf("--sample") + 1]) : 1;
const failures = [];

if (!existsSync(join(corpus, "schemas.dev.jsonl"))) {
  console.error(`*** ${corpus} is absent: no schema was tried in any engine ***`);
  process.exit(0);
}
const tools = [...realSchemas(), ...realTools()].filter((_, index) => index % every === 0);
const targets = [
  {
    to: "openai-chat",
    profile: "strict",
    strictOf: (tool) => tool.function.strict,
    schemaOf: (tool) => tool.function.parameters,
  },
  { to: "openai-responses", profile: "strict", strictOf: (tool) => tool.strict, schemaOf: (tool) => tool.parameters },
  { to: "openai-responses", profile: "native", strictOf: (tool) => tool.strict, schemaOf: (tool) => tool.parameters },
  { to: "anthropic", profile: "strict", strictOf: (tool) => tool.strict, schemaOf: (tool) => tool.input_schema },
];

const tasks = targets.flatMap((target) => tools.flatMap((tool, index) => taskOf(tool, target, index)));
await inLlguidance(tasks);
await inXgrammar(tasks);
print(tasks);
for (const failure of failures.slice(0, 100)) console.error(failure);
if (failures.length > 100) console.error(`… and ${failures.length - 100} more`);
console.log(`${tasks.length} strict schemas of ${tools.length} tools, ${failures.length} failures`);
process.exitCode = failures.length === 0 ? 0 : 1;

// ── what is tried ───────────────────────────────────────────────────────────

function realSchemas() {
  return lines("schemas.dev.jsonl").map(({ id, schema, tests }) => {
    const values = tests.filter(({ valid }) => valid).map(({ data }) => data);
    return { id, schema, values };
  });
}

function realTools() {
  return lines("tools.dev.jsonl").map(({ id, tool }) => ({ id, schema: tool.inputSchema, values: [] }));
}

function lines(file) {
  return readFileSync(join(corpus, file), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** A strict schema that is sent for a tool, with the texts of its valid values; none where the tool is not sent strictly. */
function taskOf({ id, schema, values }, { to, profile, strictOf, schemaOf }, index) {
  const tool = { type: "function", function: { name: "tool", parameters: schema, strict: true } };
  const converted = convertTools([tool], { from: "openai-chat", to, profile, onInvalid: "skip" });
  const [sent] = converted.value;
  if (sent === undefined || strictOf(sent) !== true) return [];
  const lossless = converted.losses.length === 0;
  const own = schemaOf(sent);
  // An object that says nothing of other keys is closed where strict mode wants it so, which is told as a change.
  const lowered = lossless
    ? values.map((value) => converted.lower("tool", value)).filter((value) => fits(value, own))
    : [];
  const name = `${to} ${profile}: ${id}`;
  return [
    {
      id: `${to} ${profile} ${index}`,
      name,
      target: `${to} ${profile}`,
      source: schema,
      schema: schemaOf(sent),
      values: lowered.map((value) => inOrder(value, own, own)),
      lossless,
      lift: (value) => converted.lift("tool", value),
      seen: {},
    },
  ];
}

// ── llguidance ──────────────────────────────────────────────────────────────

async function inLlguidance(tasks) {
  const python = preparePython();
  if (python === undefined) return;
  const child = spawn(python, [join(here, "engine.py")], { stdio: ["pipe", "pipe", "inherit"] });
  const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  for (const [index, task] of tasks.entries()) {
    const texts = task.values.map((value) => JSON.stringify(value));
    child.stdin.write(`${JSON.stringify({ id: task.id, schema: task.schema, texts, walks: task.lossless ? 2 : 0 })}\n`);
    const { value: line, done } = await replies.next();
    if (done) throw new Error(`llguidance ended at ${task.name}`);
    judge(task, JSON.parse(line));
    if (index % 1000 === 999) console.error(`llguidance: ${index + 1} of ${tasks.length}`);
  }
  child.stdin.end();
}

/** A Python with llguidance in an environment of its own; `undefined`, and loudly, where there is none to be had. */
function preparePython() {
  const folder = join(here, ".venv");
  const python = join(folder, "bin/python");
  const has = () => existsSync(python) && spawnSync(python, ["-c", "import llguidance"]).status === 0;
  if (!has()) {
    spawnSync("python3", ["-m", "venv", folder], { stdio: "inherit" });
    spawnSync(python, ["-m", "pip", "install", "--quiet", "-r", join(here, "requirements.txt")], { stdio: "inherit" });
  }
  if (has()) return python;
  console.error("*** llguidance cannot be had from PyPI: no schema was tried in it ***");
  return undefined;
}

function judge(task, { error, accepted = [], walks = [] }) {
  task.seen.llguidance = error === undefined;
  if (error !== undefined) fail(task, "llguidance", error);
  accepted.forEach((isTaken, index) => {
    if (!isTaken) fail(task, "llguidance does not take", JSON.stringify(task.values[index]));
  });
  task.seen.taken = accepted.filter(Boolean).length;
  task.seen.walks = walks.length;
  for (const text of walks) judgeWalk(task, text);
}

function judgeWalk(task, text) {
  const lifted = task.lift(JSON.parse(text));
  const { valid, errors } = new Validator(asMeant(task.source), draftOf(task.source), true).validate(lifted);
  if (!valid) fail(task, "lifts to what is not valid", `${text} → ${JSON.stringify(lifted)}: ${errors.at(-1)?.error}`);
}

// What an address or a time looks like, validators and engines see each in their own way; OpenAPI's `nullable` is read as it
// is meant.
function asMeant(schema) {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === "format" && typeof value === "string") return undefined;
    const { nullable, type } = value ?? {};
    return nullable === true && typeof type === "string" ? { ...value, type: [type, "null"] } : value;
  });
}

/** Engines want the keys of an object in the order of its properties, in which a model writes them as well. */
function inOrder(value, schema, root) {
  if (typeof value !== "object" || value === null) return value;
  const own = shapeOf(value, schema, root);
  if (Array.isArray(value)) return value.map((item) => inOrder(item, own.items ?? {}, root));
  const names = Object.keys(own.properties ?? {}).filter((name) => Object.hasOwn(value, name));
  const others = Object.keys(value).filter((name) => !names.includes(name));
  return Object.fromEntries(
    [...names, ...others].map((name) => [name, inOrder(value[name], own.properties?.[name] ?? {}, root)]),
  );
}

function shapeOf(value, schema, root) {
  if (typeof schema.$ref === "string") {
    const path = schema.$ref
      .slice(2)
      .split("/")
      .map((key) => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~"));
    return shapeOf(value, schema.$ref === "#" ? root : path.reduce((at, key) => at?.[key] ?? {}, root), root);
  }
  const branch = schema.anyOf?.find((each) => fits(value, { ...each, $defs: root.$defs }));
  return branch === undefined ? schema : shapeOf(value, branch, root);
}

function fits(value, schema) {
  return new Validator(schema, "2020-12", true).validate(value).valid;
}

function draftOf({ $schema = "" }) {
  if (/draft-0?4/.test($schema)) return "4";
  if (/draft-0?[67]/.test($schema)) return "7";
  return /2019-09/.test($schema) ? "2019-09" : "2020-12";
}

// ── xgrammar ────────────────────────────────────────────────────────────────

/** Its package says that it is a module, and is a script: https://github.com/mlc-ai/xgrammar/tree/main/web */
function loadXgrammar() {
  const file = join(here, "node_modules/@mlc-ai/web-xgrammar/lib/index.js");
  if (!existsSync(file)) return undefined;
  const module = { exports: {} };
  const run = new Function("module", "exports", "require", "__filename", "__dirname", readFileSync(file, "utf8"));
  run(module, module.exports, createRequire(file), file, dirname(file));
  return module.exports;
}

async function inXgrammar(tasks) {
  const { Grammar, Testings } = loadXgrammar() ?? {};
  if (Grammar === undefined) {
    console.error("*** @mlc-ai/web-xgrammar cannot be had from npm: no schema was tried in it ***");
    return;
  }
  for (const [index, task] of tasks.entries()) {
    try {
      const grammar = await Grammar.fromJSONSchema(JSON.stringify(task.schema));
      task.seen.xgrammar = true;
      await judgeTaken(task, grammar, Testings);
      grammar.dispose();
    } catch (error) {
      task.seen.xgrammar = false;
      task.seen.why = String(error?.message ?? error).slice(0, 120);
    }
    if (index % 1000 === 999) console.error(`xgrammar: ${index + 1} of ${tasks.length}`);
  }
}

// What xgrammar does not take is told in the table alone: no provider's strict mode that we write for is known to use it.
async function judgeTaken(task, grammar, Testings) {
  task.seen.xgrammarTaken = 0;
  for (const value of task.values)
    if (await Testings.isGrammarAcceptString(grammar, JSON.stringify(value))) task.seen.xgrammarTaken++;
}

// ── what came of it ─────────────────────────────────────────────────────────

function fail({ name }, what, detail) {
  failures.push(`${name}: ${what}: ${String(detail).replaceAll("\n", " ").slice(0, 300)}`);
}

function print(tasks) {
  const rows = targets.map(({ to, profile }) => {
    const own = tasks.filter(({ target }) => target === `${to} ${profile}`);
    const count = (test) => own.filter(test).length;
    const sum = (pick) => own.reduce((total, task) => total + (pick(task) ?? 0), 0);
    return {
      target: `${to} ${profile}`,
      strict: own.length,
      lossless: count(({ lossless }) => lossless),
      llguidance: count(({ seen }) => seen.llguidance),
      xgrammar: count(({ seen }) => seen.xgrammar),
      values: sum(({ values }) => values.length),
      taken: sum(({ seen }) => seen.taken),
      "taken (xgrammar)": sum(({ seen }) => seen.xgrammarTaken),
      walks: sum(({ seen }) => seen.walks),
    };
  });
  console.table(rows);
}
