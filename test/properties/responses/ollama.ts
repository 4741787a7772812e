import type { Json } from "@toolglot/core";
import { at, listAt } from "../content/common.ts";
import type { Fields } from "../dialects.ts";
import { hasVariant, type Script } from "../script.ts";
import type { WholeResponses } from "./types.ts";

/** A whole response of /api/chat (E2 of the wire facts). */
export const responses: WholeResponses = { write, textOf, callsOf };

function write(script: Script): Fields {
  const thinking = script.reasoning.join("");
  const tool_calls = script.calls.map(({ id, name, input }, index) => ({
    ...(hasVariant(script, 0) ? {} : { id }),
    function: { ...(hasVariant(script, 1) ? {} : { index }), name, arguments: input },
  }));
  return {
    model: "m",
    created_at: "2026-11-15T00:00:00Z",
    message: {
      role: "assistant",
      content: script.texts.join(""),
      ...(thinking === "" ? {} : { thinking }),
      ...(tool_calls.length === 0 ? {} : { tool_calls }),
    },
    done: true,
    done_reason: script.stop === "length" ? "length" : "stop",
    ...(hasVariant(script, 2) ? { total_duration: 12, load_duration: 3 } : {}),
    prompt_eval_count: script.input,
    eval_count: script.output,
  };
}

function textOf(response: Json): string {
  return String(at(response, "message", "content") ?? "");
}

function callsOf(response: Json): [Json | undefined, Json | undefined][] {
  return listAt(response, "message", "tool_calls").map((call) => [
    at(call, "function", "name"),
    at(call, "function", "arguments"),
  ]);
}
