import type { JsonObject } from "@toolglot/core";
import type { SimConversation } from "./conversation.ts";
import { object, objects, string } from "./dialects/reading.ts";
import { RefusedRequest } from "./refused-request.ts";

/** What the model `pause@2` pauses its turn with, twice: https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons#pause-turn */
export const SIM_CONTAINER: JsonObject = { id: "container_sim", expires_at: "2027-01-01T00:00:00Z" };

/** Whether the answer is a turn that pauses once more. */
export function isPausing({ model, body }: SimConversation): boolean {
  return roundsIn(body) < pausesOf(model);
}

/** A search and what it found, as one round of the vendor's own tools leaves them. */
export function pausedBlocks({ body, lastUserText }: SimConversation): JsonObject[] {
  const round = roundsIn(body) + 1;
  const id = `srvtoolu_sim${round}`;
  const found = { type: "web_search_result", title: "Sim", url: "https://example.com/", encrypted_content: "c2lt" };
  return [
    { type: "text", text: `Round ${round}. ` },
    { type: "server_tool_use", id, name: "web_search", input: { query: `${lastUserText.slice(0, 40)} ${round}` } },
    { type: "web_search_tool_result", tool_use_id: id, content: [found] },
  ];
}

/** Refuses a turn that comes back without the container that it was paused in. */
export function checkContinued(body: JsonObject): void {
  if (pausesOf(string(body.model)) > 0 && roundsIn(body) > 0 && body.container !== SIM_CONTAINER.id)
    throw new RefusedRequest("container: the paused turn was made in another container");
}

function pausesOf(model: string): number {
  return Number(/(?:^|\/)pause@(\d+)$/.exec(model)?.[1] ?? 0);
}

function roundsIn({ messages }: JsonObject): number {
  const { role, content } = object(objects(messages).at(-1));
  if (role !== "assistant") return 0;
  return objects(content).filter(({ type }) => string(type) === "server_tool_use").length;
}
