// Tools that a tool search has loaded stand in the messages of the client's dialect. Other dialects get them in the
// list of tools.

import { copyRequest } from "../../mapping/nodes/request.ts";
import type { CanonicalRequest, DeclaredTools } from "../../model/request.ts";

/** A request that also declares the tools that its conversation has loaded: other dialects have no other place for them. */
export function declareLoadedTools(request: CanonicalRequest): CanonicalRequest {
  const { tools, loaded } = request;
  if (loaded === undefined) return request;
  const { drafts, place, reported } = tools === undefined ? loaded.tools : join(tools, loaded.tools);
  return copyRequest(request, { loaded: undefined, tools: { drafts, place, reported, loaded: loaded.entries } });
}

function join(tools: DeclaredTools, loaded: DeclaredTools): DeclaredTools {
  const reported = {
    losses: [...tools.reported.losses, ...loaded.reported.losses],
    changes: [...tools.reported.changes, ...loaded.reported.changes],
  };
  return { drafts: [...tools.drafts, ...loaded.drafts], place: tools.place, reported };
}

/** What makes paths in the request of paths in its list of tools. */
export function sourcePathsOfTools({ tools }: CanonicalRequest): (path: string) => string {
  const { loaded, place } = tools ?? {};
  const list = place?.pointer ?? "";
  if (loaded === undefined) return (path) => list + path;
  return (path) => {
    const [, number = "", rest = ""] = /^\/(\d+)(.*)$/s.exec(path) ?? [];
    const own = number === "" ? undefined : loaded.places[Number(number) - loaded.first];
    return own === undefined ? list + path : own.pointer + rest;
  };
}
