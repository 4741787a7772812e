import { type Json, stringifyJson } from "@toolglot/core";
import type { Fields } from "../dialects.ts";
import { bytes, framed, hasVariant, type Rendered, type Script, sse } from "../script.ts";

/** A stream of generateContent (B9 of the wire facts): events, or one array that comes by and by (B1). */
export function render(script: Script): Rendered {
  const parts: Json[] = [
    ...script.reasoning.map((text) => ({ text, thought: true })),
    ...script.texts.map((text) => ({ text })),
    ...script.calls.map((call, index) =>
      callPart(call.name, call.input, {
        id: hasVariant(script, 0) ? undefined : call.id,
        signed: hasVariant(script, 1) && index === 0,
      }),
    ),
  ];
  const usageMetadata = {
    promptTokenCount: script.input,
    candidatesTokenCount: script.output,
    totalTokenCount: script.input + script.output,
  };
  const chunk = (written: Json[], finish: Fields = {}) => ({
    candidates: [{ content: { role: "model", parts: written }, index: 0, ...finish }],
    usageMetadata,
    modelVersion: "m",
    responseId: "r",
  });
  // Parts may come in one chunk or each in its own, and the last of them with the finish.
  const groups = hasVariant(script, 2) ? [parts] : parts.map((part) => [part]);
  const written = groups.filter((group) => group.length > 0);
  const finish = { finishReason: script.stop === "length" ? "MAX_TOKENS" : "STOP" };
  const last = hasVariant(script, 3) && written.length > 0 ? (written.pop() as Json[]) : [{ text: "" }];
  const chunks = [...written.map((group) => chunk(group)), chunk(last, finish)].map((each) => stringifyJson(each));
  return hasVariant(script, 6)
    ? array(chunks)
    : framed(
        chunks.map((each) => sse(each)),
        chunks.length - 1,
        { ...script, variants: script.variants | 512 },
      );
}

function callPart(name: string, input: Fields, { id, signed }: { id: string | undefined; signed: boolean }): Json {
  const args = Object.keys(input).length === 0 ? {} : { args: input };
  return {
    functionCall: { ...(id === undefined ? {} : { id }), name, ...args },
    ...(signed ? { thoughtSignature: "c2ln" } : {}),
  };
}

function array(chunks: readonly string[]): Rendered {
  const body = `[${chunks.join(",\r\n")}`;
  return { body: `${body}\n]\n`, end: bytes(body) };
}
