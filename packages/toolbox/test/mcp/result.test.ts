import { describe, expect, it } from "vitest";
import { resultOf } from "../../src/mcp/result.ts";

const durationMs = 1;

describe("the result of a call for MCP clients", () => {
  it("is the envelope as text where a tool has no content of its own", () => {
    expect(resultOf({ success: true, result: [1], durationMs }, undefined)).toEqual({
      content: [{ type: "text", text: '{"tool_success":true,"result":[1]}' }],
    });
    expect(resultOf({ success: false, error: "late", code: "TIMEOUT", durationMs }, undefined)).toEqual({
      content: [{ type: "text", text: '{"tool_success":false,"error":"late","error_code":"TIMEOUT"}' }],
      isError: true,
    });
  });

  it("has blocks that clients know, and the others as text", () => {
    const image = { type: "image", data: "aGk=", mimeType: "image/png" };
    const content = [image, { type: "hologram", depth: 3 }, { type: "image", data: "aGk=" }];
    expect(resultOf({ success: true, result: content, content, durationMs }, undefined)).toEqual({
      content: [
        image,
        { type: "text", text: '{"type":"hologram","depth":3}' },
        { type: "text", text: '{"type":"image","data":"aGk="}' },
      ],
    });
  });

  it("keeps the structured content of a server", () => {
    const content = [{ type: "text", text: "three" }];
    expect(resultOf({ success: true, result: { sum: 3 }, content, durationMs }, undefined)).toEqual({
      content,
      structuredContent: { sum: 3 },
    });
  });

  it("has structure that was promised only where it is the promised one", () => {
    const schema = { type: "object", required: ["sum"] };
    const right = resultOf({ success: true, result: { sum: 3 }, durationMs }, schema);
    expect(right).toMatchObject({ structuredContent: { sum: 3 } });
    const wrong = resultOf({ success: true, result: { total: 3 }, durationMs }, schema);
    expect(wrong).toMatchObject({ isError: true });
    expect(wrong).not.toHaveProperty("structuredContent");
  });
});
