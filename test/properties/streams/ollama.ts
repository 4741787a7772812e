import { type Json, stringifyJson } from "@toolglot/core";
import type { Fields } from "../dialects.ts";
import { bytes, hasVariant, type Rendered, type Script } from "../script.ts";

/** A stream of /api/chat (E2 of the wire facts): calls are whole, on lines of their own or on the last. */
export function render(script: Script): Rendered {
  const tool_calls = script.calls.map((call, index) => ({
    ...(hasVariant(script, 0) ? {} : { id: call.id }),
    function: { ...(hasVariant(script, 1) ? {} : { index }), name: call.name, arguments: call.input },
  }));
  const head = { model: "m", created_at: "2026-11-15T00:00:00Z" };
  const message = (written: Fields): Json => ({ role: "assistant", content: "", ...written });
  const late = hasVariant(script, 2);
  const lines: Json[] = [
    ...script.reasoning.map((thinking) => ({ ...head, message: message({ thinking }), done: false })),
    ...script.texts.map((content) => ({ ...head, message: message({ content }), done: false })),
    ...(late ? [] : tool_calls.map((call) => ({ ...head, message: message({ tool_calls: [call] }), done: false }))),
    {
      ...head,
      message: message(late && tool_calls.length > 0 ? { tool_calls } : {}),
      done: true,
      done_reason: script.stop === "length" ? "length" : "stop",
      prompt_eval_count: script.input,
      eval_count: script.output,
    },
  ];
  const body = lines.map((line) => stringifyJson(line)).join("\n");
  return { body: `${body}\n`, end: bytes(body) };
}
