import OpenAI from "openai";
import { importTypeScript } from "../support/opt-in/typescript.mjs";
import { callProblems, tools } from "./tools.mjs";

const { connections, DIALECTS } = await importTypeScript("packages/gateway/test/matrix/clients/index.ts");

/** More than the model's context holds. */
const TOO_LONG = "x".repeat(80_000);

/** What the official SDKs do with a server: each scenario returns what went wrong. */
export function sdkScenarios(servers) {
  const found = [];
  for (const client of DIALECTS)
    for (const server of servers)
      for (const streams of [false, true])
        for (const [name, run] of Object.entries(scenarios))
          if (name !== "continued" || client === "openai-responses")
            found.push({
              row: `${client} SDK`,
              column: server,
              name: `${name}${streams ? ", streamed" : ""}`,
              run: (world) => run({ client, server, streams, world }),
            });
  return found;
}

const scenarios = {
  /** The model is made to call, and again when it has the result. */
  required: async (asked) => loop(asked, { choice: "required" }),
  /** The model calls, and talks when it has the result. */
  free: async (asked) => {
    const { problems, last } = await loop(asked, {});
    return {
      problems: [
        ...problems,
        ...(last !== undefined && last.calls.length === 0 && last.text === "" ? ["said nothing"] : []),
      ],
    };
  },
  parallel,
  refused,
  continued,
};

function conversationOf({ client, server, streams, world }, more = {}) {
  const sdk = connections[client]({ url: world.url, fetch });
  return { sdk, conversation: sdk.converse({ model: `${server}/noise`, streams, tools, ...more }) };
}

async function loop(asked, more) {
  const { conversation } = conversationOf(asked, more);
  conversation.addUserMessage("How is the weather?");
  const first = await conversation.send();
  const problems = first.calls.flatMap((call) => callProblems(call));
  if (first.calls.length === 0) return { problems: [`no call, but ${JSON.stringify(first)}`] };
  conversation.addResults(first.calls.map((call) => ({ call, text: "sunny" })));
  const last = await conversation.send();
  return { problems: [...problems, ...last.calls.flatMap((call) => callProblems(call))], last };
}

// How many calls come is for the model to say, and it throws dice.
async function parallel(asked) {
  for (let attempt = 0; attempt < 20; attempt++) {
    const { conversation } = conversationOf(asked, { choice: "required" });
    conversation.addUserMessage("All at once, please.");
    const { calls } = await conversation.send();
    if (calls.length < 2) continue;
    conversation.addResults(calls.toReversed().map((call, index) => ({ call, text: `result ${index}` })));
    const { calls: more } = await conversation.send();
    const ids = new Set(calls.map(({ id }) => id));
    const problems = ids.size === calls.length ? [] : ["two calls with one id"];
    return { problems: [...problems, ...[...calls, ...more].flatMap((call) => callProblems(call))] };
  }
  return { problems: ["never two calls at once"] };
}

async function refused(asked) {
  const { sdk, conversation } = conversationOf(asked);
  conversation.addUserMessage(TOO_LONG);
  const outcome = await conversation.send().then(
    () => ["was not refused"],
    (error) => (sdk.statusOf(error) === 400 ? [] : [`not the SDK's own error with 400: ${error}`]),
  );
  return { problems: outcome };
}

// llama.cpp keeps no answers: the gateway goes on from them itself.
async function continued({ server, streams, world }) {
  const sdk = new OpenAI({ apiKey: "none", baseURL: `${world.url}/v1`, maxRetries: 0 });
  const ask = (body) => {
    const whole = {
      model: `${server}/noise`,
      tools: tools.map(({ name, schema }) => ({ type: "function", name, parameters: schema, strict: false })),
      ...body,
    };
    return streams ? sdk.responses.stream(whole).finalResponse() : sdk.responses.create(whole);
  };
  const first = await ask({ input: "The password is heron-7." });
  const calls = first.output.filter(({ type }) => type === "function_call");
  if (calls.length === 0) return { problems: ["no call"] };
  const results = calls.map(({ call_id }) => ({ type: "function_call_output", call_id, output: "sunny" }));
  const second = await ask({ previous_response_id: first.id, input: results });
  const third = await ask({ previous_response_id: second.id, input: "And?" });
  const asked = world
    .providerRequests()
    .slice(-2)
    .map(({ body }) => body);
  return {
    problems: [
      ...asked.filter((body) => !body.includes("heron-7")).map(() => "the server was not told what was said before"),
      ...asked
        .filter((body) => !body.includes(calls[0].name))
        .map(() => "the server was not told what was called before"),
      ...(third.output.length === 0 ? ["an empty answer"] : []),
    ],
  };
}
