// An MCP server over standard input and output with sixty tools, each of which knows a word of its own.
// usage: node test/clients/many-tools.mjs SECRET
import { createInterface } from "node:readline";

const COUNT = 60;
const subjects = ["orders", "parcels", "invoices", "tickets", "meters", "boats"];
const [secret] = process.argv.slice(2);

const tools = Array.from({ length: COUNT }, (_, index) => {
  const subject = subjects[index % subjects.length];
  return {
    name: `lookup_${subject}_${index}`,
    description: `Looks up ${subject} of depot ${index} by their number.`,
    inputSchema: {
      type: "object",
      properties: { number: { type: "integer", minimum: 1 }, note: { type: "string" } },
      required: ["number"],
      additionalProperties: false,
    },
  };
});

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "depot", version: "1.0.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools }),
  "tools/call": ({ name, arguments: input }) => ({
    content: [{ type: "text", text: `${name} ${input?.number}: ${secret}` }],
  }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = answers[method];
  const error = { code: -32601, message: `no such method: ${method}` };
  const reply = answer === undefined ? { error } : { result: answer(params) };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...reply })}\n`);
}
