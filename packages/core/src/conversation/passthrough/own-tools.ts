// Within one dialect, the list of tools is passed on as the client wrote it, also where the rest of the request is
// encoded anew.

import { isArray } from "../../json/value.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import { getAt, withValueAt } from "../../mapping/pointer.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { CanonicalRequest, DeclaredTools } from "../../model/request.ts";

/** A request with an empty list of tools, where it has one: its place is where the client's own list belongs. */
export function withoutTools(request: CanonicalRequest): CanonicalRequest {
  if (request.tools === undefined) return request;
  const { place } = request.tools;
  return copyRequest(request, { tools: { drafts: [], place, reported: { losses: [], changes: [] } } });
}

/** An encoded request with the tools as the client wrote them, except for those that the model does not take. */
export function withOwnTools(
  encoded: JsonObject,
  body: JsonObject,
  { requested, sent }: { readonly requested: CanonicalRequest; readonly sent: CanonicalRequest },
): JsonObject {
  if (requested.tools === undefined || sent.tools === undefined) return encoded;
  const { pointer } = requested.tools.place;
  const own = getAt(body, pointer) ?? null;
  return withValueAt(
    encoded,
    pointer,
    sent.tools === requested.tools ? own : withoutDropped(own, requested.tools, sent.tools),
  );
}

// Entries that could not be read stay too: the provider says what is wrong with them.
function withoutDropped(own: Json, requested: DeclaredTools, sent: DeclaredTools): Json {
  if (!isArray(own)) return own;
  const kept = entriesOf(sent);
  const dropped = new Set([...entriesOf(requested)].filter((entry) => !kept.has(entry)));
  return own.filter((_, index) => !dropped.has(index));
}

/** The indexes of the entries of a list in which tools were read. */
function entriesOf({ drafts }: DeclaredTools): ReadonlySet<number> {
  return new Set(drafts.map(({ tool }) => Number.parseInt(tool.origin?.path.slice(1) ?? "", 10)));
}
