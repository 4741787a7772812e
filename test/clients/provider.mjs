import { Simulator } from "../../packages/gateway/dist/sim/simulator.js";
import { requestViolations } from "../support/opt-in/rules.mjs";
import { offered } from "./offered.mjs";
import { asOpenAi } from "./openai-items.mjs";

/** What is no part of an API but taken: Codex's own field by OpenAI, and reasoning by the vendors of Chat that send it. */
const TAKEN = /client_metadata: parameter\.unknown|reasoning_content: message\.field/;

/**
 * A simulated provider that leads an agent through a conversation, one step after the other. Whatever else is asked on the side,
 * a title or which model to take, it answers as it always does.
 *
 * A step is `{ calls?, say?, reasoning?, status?, done }`, or has an `answer` that makes all but the last of a request: what to
 * answer, and the words that stand in the next request when the step has been taken, or what finds it out.
 */
export class ScriptedProvider extends Simulator {
  /** What the agent asked in the conversation that it was led through, in order. */
  asked = [];
  /** What was wrong with any request, by the provider's rules. */
  violations = new Set();
  refusals = [];
  /** The furthest step that has been answered. */
  reached = -1;

  /** @param {{ tool: string, steps: object[], refuses?: boolean }} plan */
  constructor(plan) {
    super();
    this.plan = plan;
  }

  reply(call, dialect) {
    const violations = (call.method === "POST" ? requestViolations(call) : []).filter((each) => !TAKEN.test(each));
    for (const violation of violations) this.violations.add(violation);
    const answer = this.plan.refuses && violations.length > 0 ? refusal(violations) : this.script(call.body ?? "");
    this.expect({ responses: answer === undefined ? [] : [answer], reset: true });
    const steps = asVendor(super.reply(call, dialect), call.body);
    const { status = 200 } = steps[0] ?? {};
    if (status >= 400 && status !== answer?.error?.status)
      this.refusals.push(`${status} ${textOf(steps).slice(0, 300)}`);
    const last = this.asked.at(-1);
    if (answer?.error === undefined && last !== undefined && answer !== undefined) last.answer = textOf(steps);
    return steps;
  }

  // How far the conversation has come stands in what the request repeats of it.
  script(body) {
    const { steps, tool } = this.plan;
    const next = steps.findLastIndex(({ done }) => isDone(done, body)) + 1;
    const step = steps[next];
    // What is asked on the side may repeat the conversation, but offers no tools.
    if (step === undefined || offered(body, tool) === undefined) return undefined;
    this.reached = Math.max(this.reached, next);
    this.asked.push({ step: next, body });
    const { calls, say, reasoning, status } = typeof step.answer === "function" ? step.answer(body) : step;
    if (status !== undefined) return { error: { status, message: "The provider is out of order." } };
    return {
      ...(say === undefined ? {} : { content: say }),
      ...(calls === undefined ? {} : { tool_calls: calls.map((each) => written(body, each)) }),
      ...(reasoning === undefined ? {} : { reasoning }),
    };
  }
}

function isDone(done, body) {
  return typeof done === "function" ? done(body) : done?.every((word) => body.includes(word));
}

function asVendor(steps, body) {
  const data = steps.filter(({ type }) => type === "data").map(({ bytes }) => Buffer.from(bytes).toString());
  if (!data[0]?.startsWith("event: response.")) return steps;
  const written = asOpenAi(data, body).map((text) => ({ type: "data", bytes: Buffer.from(text) }));
  return [steps[0], ...written, steps.at(-1)];
}

function refusal(violations) {
  return { error: { status: 400, message: violations[0] } };
}

/** A call as the script has it, under the name that the request offers; text stands in an argument where tools take no text. */
function written(body, { name, input, ...rest }) {
  const { name: full = name, type } = offered(body, name) ?? {};
  if (typeof input !== "string") return { ...rest, name: full, arguments: input };
  return type === "custom" ? { ...rest, name: full, input } : { ...rest, name: full, arguments: { input } };
}

function textOf(steps) {
  return Buffer.concat(steps.flatMap((step) => (step.type === "data" ? [step.bytes] : []))).toString();
}
