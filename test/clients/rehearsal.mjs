import { Simulator } from "../../packages/gateway/dist/sim/simulator.js";

/**
 * A simulated provider that leads an agent through a tool loop: it has the agent's own tool read a file that is not there,
 * then two that are, and says its last word when what they hold has come back to it. Whatever else is asked on the side, a
 * title or which model to take, it answers as it always does.
 */
export class Rehearsal extends Simulator {
  /** What the loop came to. */
  seen = { called: false, failed: false, returned: false, refusals: [] };

  /** @param {{ tool: string, call: (file: string) => object | string, missing: string, files: string[], words: string[], last: string }} plan */
  constructor(plan) {
    super();
    this.plan = plan;
  }

  reply(call, dialect) {
    const answer = this.script(call.body ?? "");
    this.expect({ responses: answer === undefined ? [] : [answer], reset: true });
    const steps = super.reply(call, dialect);
    const { status = 200 } = steps[0] ?? {};
    if (status >= 400) this.seen.refusals.push(`${status} ${text(steps)}`);
    return steps;
  }

  // How far the loop has come is told by what the request repeats of it.
  script(body) {
    const { words, last, tool: name, missing, files } = this.plan;
    if (words.every((word) => body.includes(word))) {
      this.seen.returned = true;
      return { content: last };
    }
    const tool = offered(body, name);
    if (tool === undefined) return undefined;
    const knows = body.includes(missing);
    this.seen[knows ? "failed" : "called"] = true;
    const wanted = knows ? files : [missing];
    return { tool_calls: wanted.map((file) => ({ name: tool.name, ...this.input(tool, file) })) };
  }

  // Text for a tool that takes text stands in an argument where the dialect knows no such tools.
  input({ type }, file) {
    const call = this.plan.call(file);
    if (typeof call !== "string") return call;
    return type === "custom" ? { input: call } : { arguments: { input: call } };
  }
}

/** The tool of that name in a request, with or without a namespace before it, however the dialect writes it. */
function offered(body, name) {
  const found = new RegExp(`"name":"((?:\\w+?__)?${name})"`).exec(body)?.[1];
  if (found === undefined) return undefined;
  return {
    name: found,
    type: new RegExp(`"type":"custom",(?:"custom":\\{)?"name":"${found}"`).test(body) ? "custom" : "function",
  };
}

function text(steps) {
  const bytes = steps.flatMap((step) => (step.type === "data" ? [...step.bytes] : []));
  return new TextDecoder().decode(Uint8Array.from(bytes)).slice(0, 300);
}
