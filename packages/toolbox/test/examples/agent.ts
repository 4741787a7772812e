import { allowAll, functionTool, gatewayModel, Registry, runAgent, withText } from "@toolglot/toolbox";
import { z } from "zod";

const now = functionTool({
  name: "now",
  description: "The time in a time zone.",
  inputSchema: z.object({ tz: z.string().describe("Such as Europe/Paris") }),
  hints: { readOnly: true },
  call: ({ tz }) => new Date().toLocaleString("en", { timeZone: tz }),
});

const end = await runAgent({
  registry: new Registry([now]),
  generate: gatewayModel({ baseUrl: "http://127.0.0.1:4141", model: "openai/gpt-5.6" }),
  messages: withText([], "What time is it in Paris?"),
  confirm: allowAll,
});
console.log(end.type === "answered" ? end.text : end);
