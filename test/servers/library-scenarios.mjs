import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { pythonWith } from "./python.mjs";
import { callProblems, tools } from "./tools.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const LONGEST = 40_000;
const RESULT = "sunny, 21 degrees";

/** The libraries of Node, from this folder's own packages. Throws where they are not installed. */
export async function nodeLibraries() {
  const { libraries } = await import("./libraries.mjs");
  return { names: Object.keys(libraries), run: ({ library, ...asked }) => libraries[library](asked), stop: () => {} };
}

/** The libraries of Python, in a process of their own. Throws where they cannot be installed. */
export async function pythonLibraries() {
  const python = pythonWith("libraries.txt");
  let started = await startPython(python);
  const run = async (asked) => {
    const answer = await Promise.race([started.ask(asked), later()]);
    if (answer === undefined) {
      started.stop();
      started = await startPython(python);
      throw new Error("took too long, and was ended");
    }
    const { error, ...found } = answer;
    if (error !== undefined) throw new Error(error);
    return found;
  };
  return { names: started.names, run, stop: () => started.stop() };
}

async function startPython(python) {
  const child = spawn(python, [join(here, "libraries.py")], { stdio: ["pipe", "pipe", "ignore"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error("the libraries' process ended");
    return JSON.parse(value);
  };
  const ask = (asked) => {
    child.stdin.write(`${JSON.stringify(asked)}\n`);
    return next();
  };
  return { names: await next(), ask, stop: () => child.kill("SIGKILL") };
}

function later() {
  return new Promise((resolve) => setTimeout(resolve, LONGEST).unref());
}

/** What each library does with each server: it calls, and ends with a text that has the result where the model repeats it. */
export function libraryScenarios({ names, run }, servers) {
  const found = [];
  for (const library of names)
    for (const { server, model, repeats } of servers)
      for (const streams of [false, true]) {
        const name = streams ? "loop, streamed" : "loop";
        const asked = { library, model: `${server}/${model}`, streams, tool: tools[0] };
        found.push({
          row: library,
          column: server,
          name,
          run: async ({ url }) => judge(await run({ ...asked, url }), repeats),
        });
      }
  return found;
}

function judge({ calls, text }, repeats) {
  const said = repeats ? text.includes(RESULT) : text !== "";
  return {
    problems: [
      ...(calls.length === 0 ? ["no call"] : calls.flatMap((call) => callProblems(call, { loosely: true }))),
      ...(said ? [] : [`the answer is ${JSON.stringify(text).slice(0, 200)}`]),
    ],
  };
}
