import { isObject, type Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { readConversationCases } from "../support/conversation-cases.ts";
import { createBridge } from "../support/dynamic.ts";
import { resolve } from "../support/pointer.ts";
import { DIALECTS } from "./dialects.ts";
import { acceptedRequests, type Recorded, responses } from "./recorded.ts";

type Source = Pick<Recorded<Json>, "id" | "dialect" | "body">;

/** Whole requests and responses: recorded ones, and those that the cases have in every dialect. */
const SOURCES: Readonly<Record<"requests" | "responses", readonly Source[]>> = {
  requests: [...acceptedRequests, ...written("requests")],
  responses: [...responses, ...written("responses").filter(({ body }) => isResponse(body))],
};

describe("each loss names a place that is there in the source", () => {
  for (const from of DIALECTS) {
    it(`in requests of ${from}`, () => {
      const astray = translations(from, "requests", (to, body) => {
        return createBridge({ client: from, provider: to, providerModel: "m" }).request(body);
      });
      expect(astray).toEqual([]);
    });

    it(`in responses of ${from}`, () => {
      const astray = translations(from, "responses", (to, body) => {
        return createBridge({ client: to, provider: from }).response(body);
      });
      expect(astray).toEqual([]);
    });
  }
});

/** The losses of all translations that lead nowhere. */
function translations(
  from: string,
  what: keyof typeof SOURCES,
  translate: (
    to: string,
    body: Json,
  ) => { readonly losses: readonly { readonly path: string; readonly code: string }[] },
): string[] {
  const own = SOURCES[what].filter(({ dialect }) => dialect === from);
  return DIALECTS.filter((to) => to !== from).flatMap((to) =>
    own.flatMap(({ id, body }) => {
      const { losses } = translate(to, body);
      const astray = losses.filter(({ path }) => resolve(body, path) === undefined);
      return astray.map(({ code, path }) => `${id} to ${to}: ${code} ${path}`);
    }),
  );
}

function written(concept: "requests" | "responses"): Source[] {
  return readConversationCases(concept).flatMap(({ name, files }) => {
    const bodies = [...files].filter(([dialect]) => DIALECTS.some((each) => each === dialect));
    return bodies.map(([dialect, body]) => ({ id: name, dialect, body }));
  });
}

/** Where a dialect has no such response, its case has the error that its clients get, with its status. */
function isResponse(body: Json): boolean {
  return !(isObject(body) && isObject(body.body));
}
