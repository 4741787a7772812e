import { describe, expect, it } from "vitest";
import { lastWords } from "../../src/sim/own-words.ts";
import { ask } from "./requests.ts";

const REMINDER = "<system-reminder>\nThe user prefers <b>short</b> answers.\n</system-reminder>";

describe("what the simulated provider has heard", () => {
  it.each([
    ["Hello", "Hello"],
    [`${REMINDER}\nHello`, "Hello"],
    [`${REMINDER}\n${REMINDER}\nHello\n${REMINDER}`, "Hello"],
    ["<session_context>\nIt is Monday.\n</session_context>\nWhy is <b> bold?", "Why is <b> bold?"],
    ["<system>\nBe brief.\n</system>\n\nHello", "Hello"],
    ["What is <system-reminder> for?", "What is <system-reminder> for?"],
    ["<div>Hello</div>", "<div>Hello</div>"],
    ["<system-reminder> is never closed", "<system-reminder> is never closed"],
    [REMINDER, REMINDER],
    ["", ""],
  ])("in %j is %j", (text, expected) => {
    expect(lastWords([text])).toBe(expected);
  });

  it("was said before a message of the agent's own", () => {
    expect(lastWords(["Hello", "Goodbye", REMINDER, ""])).toBe("Goodbye");
  });

  it("is what the person has said, and not what the agent has added", async () => {
    const content = [REMINDER, "Hello"].map((text) => ({ type: "text", text }));
    const fields = { messages: [{ role: "user", content }], tool_choice: { type: "none" } };
    const { text } = await ask({ dialect: "anthropic", fields });
    expect(JSON.parse(text).content[0].text).toMatch(/heard: "Hello"$/);
  });
});
