// Strict schemas in the engines that make grammars of them: every one compiles, every valid value of a tool that loses nothing
// is taken, and every text by the grammar lifts to a valid value.
// usage: node test/engines/run.mjs [--sample N] [--offset N]
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { convertTools } from "../../packages/core/dist/index.js";
import { limitOnCompiling, limitOnTaking } from "./limits.mjs";
import { startLlguidance } from "./llguidance.mjs";
import { closed, fits, fitsClosed, inOrder, whyNotValid } from "./values.mjs";
import { startXgrammar } from "./xgrammar.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const corpus = join(here, "../../../shared/corpus");
const every = option("--sample", 1);
const offset = option("--offset", 0);
const failures = [];
/** Valid values by the schema they were made from. */
const made = new Map();
/** What an engine refuses by a limit of its own, and how often. */
const limits = new Map();

if (!existsSync(join(corpus, "schemas.dev.jsonl"))) {
  console.error(`*** ${corpus} is absent: no schema was tried in any engine ***`);
  process.exit(0);
}
const tools = [...realSchemas(), ...realTools()].filter((_, index) => index % every === offset);
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

const tasks = targets.flatMap((target) => tools.flatMap((tool) => taskOf(tool, target)));
await inLlguidance(tasks);
await inXgrammar(tasks);
print(tasks);
console.log(`${tasks.length} strict schemas of ${tools.length} tools, ${failures.length} failures`);
process.exitCode = failures.length === 0 ? 0 : 1;

function option(name, otherwise) {
  const at = process.argv.indexOf(name);
  return at === -1 ? otherwise : Number(process.argv[at + 1]);
}

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
function taskOf({ id, schema, values }, { to, profile, strictOf, schemaOf }) {
  const tool = { type: "function", function: { name: "tool", parameters: schema, strict: true } };
  const converted = convertTools([tool], { from: "openai-chat", to, profile, onInvalid: "skip" });
  const [sent] = converted.value;
  if (sent === undefined || strictOf(sent) !== true) return [];
  const lossless = converted.losses.length === 0;
  const own = schemaOf(sent);
  const task = {
    name: `${to} ${profile}: ${id}`,
    toolId: id,
    target: `${to} ${profile}`,
    source: schema,
    schema: own,
    lossless,
    lower: (values) => loweredOf(values, task, converted),
    lift: (value) => converted.lift("tool", value),
    seen: { open: 0 },
  };
  return [{ ...task, values: lossless ? task.lower(values) : [] }];
}

/**
 * Values as a model would write them: objects, since arguments are. Those with keys that the closed objects of strict mode
 * lack are only counted.
 */
function loweredOf(values, { source, schema, seen }, converted) {
  return values.filter(isObject).flatMap((value) => {
    const low = converted.lower("tool", value);
    if (fits(low, schema) || fitsClosed(value, source)) return [inOrder(low, schema)];
    seen.open++;
    return [];
  });
}

// ── llguidance ──────────────────────────────────────────────────────────────

async function inLlguidance(tasks) {
  const engine = startLlguidance();
  if (engine === undefined) return;
  for (const [index, task] of tasks.entries()) {
    if (task.lossless) task.values.push(...task.lower(await valuesOf(task, engine)));
    const texts = task.values.map((value) => JSON.stringify(value));
    judge(task, await engine.ask({ id: task.name, schema: task.schema, texts, walks: task.lossless ? 2 : 0 }));
    if (index % 1000 === 999) console.error(`llguidance: ${index + 1} of ${tasks.length}`);
  }
  engine.end();
}

/** Valid values of a tool: random texts by the grammar of its own schema, where the engine can make one. */
async function valuesOf({ source, toolId }, engine) {
  if (!made.has(source)) {
    const { walks = [] } = await engine.ask({ id: toolId, schema: closed(source), walks: 2 });
    const values = walks.filter(isJson).map((text) => JSON.parse(text));
    made.set(
      source,
      values.filter((value) => isWritable(value) && whyNotValid(value, source) === undefined),
    );
  }
  return made.get(source);
}

function isJson(text) {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether JSON.stringify writes its numbers out: not beyond what a double holds, and integers not with an exponent. */
function isWritable(value) {
  if (typeof value === "number") return Math.abs(value) < 1e21;
  return typeof value !== "object" || value === null || Object.values(value).every(isWritable);
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
  if (!isJson(text)) return fail(task, "walks to what is no JSON", text);
  const lifted = task.lift(JSON.parse(text));
  const wrong = whyNotValid(lifted, task.source);
  if (wrong !== undefined) fail(task, "lifts to what is not valid", `${text} → ${JSON.stringify(lifted)}: ${wrong}`);
}

// ── xgrammar ────────────────────────────────────────────────────────────────

async function inXgrammar(tasks) {
  const engine = startXgrammar();
  if (engine === undefined) return;
  for (const [index, task] of tasks.entries()) {
    const texts = task.values.map((value) => JSON.stringify(value));
    const { error, accepted = [] } = await engine.ask({ schema: task.schema, texts });
    task.seen.xgrammar = error === undefined;
    task.seen.xgrammarTaken = accepted.filter(Boolean).length;
    if (error !== undefined) excuse(task, limitOnCompiling(error), ["xgrammar", error]);
    for (const text of texts.filter((_, at) => accepted[at] === false))
      excuse(task, await limitOnTaking(task.schema, text, engine), ["xgrammar does not take", text]);
    if (index % 1000 === 999) console.error(`xgrammar: ${index + 1} of ${tasks.length}`);
  }
}

function excuse(task, found, [what, detail]) {
  if (found === undefined) return fail(task, what, detail);
  const { limit, link } = found;
  const counted = limits.get(limit) ?? { limit: `${what}: ${limit}`, count: 0, link };
  limits.set(limit, { ...counted, count: counted.count + 1 });
}

// ── what came of it ─────────────────────────────────────────────────────────

function fail({ name }, what, detail) {
  const failure = `${name}: ${what}: ${String(detail).replaceAll("\n", " ").slice(0, 600)}`;
  failures.push(failure);
  console.error(failure);
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
      "with other keys": sum(({ seen }) => seen.open),
      taken: sum(({ seen }) => seen.taken),
      "taken (xgrammar)": sum(({ seen }) => seen.xgrammarTaken),
      walks: sum(({ seen }) => seen.walks),
    };
  });
  console.table(rows);
  if (limits.size > 0) console.table([...limits.values()]);
}
