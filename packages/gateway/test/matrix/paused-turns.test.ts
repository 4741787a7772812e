import { describe, expect, it } from "vitest";
import { type ClientDialect, DIALECTS } from "./clients/index.ts";
import { useSockets } from "./harness.ts";

const harness = useSockets();

/** What each dialect says of an answer that is incomplete. */
const INCOMPLETE: Readonly<Record<Exclude<ClientDialect, "anthropic">, string>> = {
  "openai-chat": "length",
  "openai-responses": "max_output_tokens",
  gemini: "MAX_TOKENS",
  "gemini-interactions": "incomplete",
  ollama: "length",
  bedrock: "max_tokens",
};

for (const client of DIALECTS)
  for (const streams of [false, true])
    describe(`${client}, ${streams ? "streamed" : "whole"}`, () => {
      const ask = (model: string) => {
        const conversation = harness.client(client).converse({ model: `anthropic/${model}`, streams });
        conversation.addUserMessage("Search.");
        return conversation.send();
      };

      if (client === "anthropic") {
        it("gets a paused turn as it is", async () => {
          expect(await ask("pause@2")).toMatchObject({ text: "Round 1. ", stop: "pause_turn" });
          expect(harness.providerRequests()).toHaveLength(1);
        });
        return;
      }

      it("gets a turn that was paused twice as one answer", async () => {
        const { text, stop } = await ask("pause@2");
        expect(text).toMatch(/^Round 1\.[\s\S]*Round 2\.[\s\S]*Hello from the simulated provider!/);
        expect(stop).not.toBe(INCOMPLETE[client]);
        const request = harness.providerRequests();
        expect(request).toHaveLength(3);
        const [first, , third] = request.map(({ text: body }) => JSON.parse(body) as { messages: unknown[] });
        expect(third?.messages).toHaveLength((first?.messages.length ?? 0) + 1);
        expect(third).toEqual({ ...first, container: "container_sim", messages: third?.messages });
      });

      it("gets an incomplete response if the turn is paused too often", async () => {
        const { text, stop } = await ask("pause@20");
        expect(text).toContain("Round 9.");
        expect(stop).toBe(INCOMPLETE[client]);
        expect(harness.providerRequests()).toHaveLength(9);
      });
    });
