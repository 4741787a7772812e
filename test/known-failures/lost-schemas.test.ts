import { parseJson, stringifyJson } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { createBridge } from "../support/dynamic.ts";
import { asking, object, schemaIn } from "./schema-requests.ts";
import { callsIn, readTranslatedStream, translateRequest } from "./translate.ts";
import { DIALECTS, PAIRS, withResponse } from "./wire.ts";
import { writeResponse } from "./wire-responses.ts";
import { writeStream } from "./wire-streams.ts";

describe("what the peers lose in schemas", () => {
  it.each(DIALECTS.filter((provider) => provider !== "anthropic"))(
    "allOf is merged, not emptied, for %s",
    (provider) => {
      const schema = object({
        a: {
          allOf: [
            object({ b: { type: "string", description: "Bee" } }),
            object({ c: { type: "integer", description: "Sea" } }),
          ],
        },
      });
      const text = JSON.stringify(
        schemaIn(provider, translateRequest("anthropic", provider, asking([["tool", schema]])).value),
      );
      expect(text).toContain("Bee");
      expect(text).toContain("Sea");
    },
  );

  it.each(DIALECTS.filter((provider) => provider !== "anthropic"))(
    "maps keep the schema of their values, or report it, for %s",
    (provider) => {
      const schema = object({ labels: { type: "object", additionalProperties: { type: "integer" } } });
      for (const profile of ["native", "strict"]) {
        const bridge = createBridge({ client: "anthropic", provider, profile });
        const { value, losses } = bridge.request(asking([["tool", schema]]));
        const reported = losses.some(({ path }) => path.startsWith("/tools/0/input_schema/properties/labels"));
        const kept = JSON.stringify(schemaIn(provider, value)).match(/"integer"/i) !== null;
        expect(kept || reported, `${provider} ${profile}`).toBe(true);
      }
    },
  );

  const exact = '{"id":12345678901234567890,"price":1.10,"tiny":1e-400,"big":123456789012345678901234567890}';

  it.each(PAIRS)("integers beyond 2^53 keep their digits for a client of %s from %s", (client, provider) => {
    const id = "call_1";
    const wire = stringifyJson(writeResponse(provider, { calls: [{ id, name: "f", arguments: '{"id":"@"}' }] }));
    const spelled = wire.replace('{"id":"@"}', exact).replace('{\\"id\\":\\"@\\"}', exact.replaceAll('"', '\\"'));
    const { value } = createBridge({ client, provider }).response(parseJson(spelled));
    const [call] = callsIn(client, withResponse(client, {}, value));
    expect(call?.arguments.replaceAll(" ", "")).toBe(exact);
  });

  // The others send arguments as text, in pieces that pass as they are.
  const WHOLE = PAIRS.filter(([, provider]) => provider === "gemini" || provider === "ollama");

  it.each(WHOLE)("and in a stream, for a client of %s from %s", async (client, provider) => {
    const wire = writeStream(provider, { calls: [{ id: "call_1", name: "f", arguments: '{"id":"@"}' }] }).join("");
    const { bytes } = await readTranslatedStream(client, provider, wire.replace('{"id":"@"}', exact));
    expect(bytes.replaceAll("\\", "").replaceAll(" ", "")).toContain(exact);
  });
});
