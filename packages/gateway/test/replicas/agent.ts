/** What became of the tries of all agents. */
export interface Tally {
  tries: number;
  /** Streams and requests that ended without a response: the connection broke. */
  broken: number;
  /** Refused for a while: the gateway or its state cannot be reached. */
  refused: number;
  /** Answers without the end of a stream, or with another agent's text. */
  wrong: string[];
}

export interface AgentOptions {
  readonly url: string;
  readonly key: string;
  readonly number: number;
  readonly turns: number;
  readonly tally: Tally;
  /** Waits before the next step, so that all agents are under way when something fails. */
  readonly pace: () => Promise<void>;
}

interface Item {
  readonly type: string;
  readonly call_id?: string;
  readonly content?: readonly { readonly text?: string }[];
}

interface Answer {
  readonly id: string;
  readonly output: readonly Item[];
}

const TOOL = {
  type: "function",
  name: "look_up",
  parameters: { type: "object", properties: { word: { type: "string" } }, required: ["word"] },
};

/**
 * An agent with a conversation that the gateways store: in each turn the model calls a tool and then quotes its result, which no other agent
 * has. Every second one streams. What fails is tried again, as clients do; resolves to how many turns were done.
 */
export async function runAgent(options: AgentOptions): Promise<number> {
  const { number, turns, tally, pace } = options;
  let previous: string | undefined;
  for (let turn = 1; turn <= turns; turn++) {
    const marker = `result ${number}.${turn}.`;
    const called = await ask(options, [{ role: "user", content: `agent ${number}, turn ${turn}` }], previous);
    await pace();
    const call = called.output.find(({ type }) => type === "function_call");
    if (call === undefined) {
      tally.wrong.push(`agent ${number}, turn ${turn}: no call`);
      return turn - 1;
    }
    const result = [{ type: "function_call_output", call_id: call.call_id, output: marker }];
    const answered = await ask(options, result, called.id);
    const text = answered.output.flatMap(({ content = [] }) => content.map((part) => part.text ?? "")).join("");
    if (text !== `look_up answered: ${marker}`) tally.wrong.push(`agent ${number}, turn ${turn}: ${text}`);
    previous = answered.id;
    await pace();
  }
  return turns;
}

async function ask(options: AgentOptions, input: readonly object[], previous: string | undefined): Promise<Answer> {
  for (;;) {
    options.tally.tries++;
    const answer = await tryOnce(options, input, previous).catch((error: unknown) => {
      // A bug of the test itself is none of the network.
      if (error instanceof ReferenceError) throw error;
      options.tally.broken++;
      return undefined;
    });
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function tryOnce(
  { url, key, number, tally }: AgentOptions,
  input: readonly object[],
  previous: string | undefined,
): Promise<Answer | undefined> {
  const stream = number % 2 === 0;
  const body = { model: "model", input, tools: [TOOL], stream, ...(previous && { previous_response_id: previous }) };
  const response = await fetch(`${url}/v1/responses`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200) {
    if (![502, 503, 504].includes(response.status)) tally.wrong.push(`${response.status} ${text.slice(0, 200)}`);
    tally.refused++;
    return undefined;
  }
  if (!stream) return JSON.parse(text) as Answer;
  const completed = /^event: response\.completed\ndata: (.*)$/m.exec(text)?.[1];
  // Cut short, or ended by the event `response.failed`.
  if (completed === undefined) throw new Error("the stream is not complete");
  return (JSON.parse(completed) as { readonly response: Answer }).response;
}
