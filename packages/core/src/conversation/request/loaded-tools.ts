import { copyRequest } from "../../mapping/nodes/request.ts";
import type { CanonicalRequest } from "../../model/request.ts";

/** A request that also declares the tools that its conversation has loaded: other dialects have no other place for them. */
export function declareLoadedTools(request: CanonicalRequest): CanonicalRequest {
  const { loaded } = request;
  if (loaded === undefined) return request;
  const [first] = loaded.places;
  const place = request.tools?.place ?? first;
  if (place === undefined) return copyRequest(request, { loaded: undefined });
  const wire = [...(request.tools?.wire ?? []), ...loaded.wire];
  return copyRequest(request, { loaded: undefined, tools: { wire, place, loaded: loaded.places } });
}

/** The path in the request of a path in its list of tools. */
export function sourcePathOfTool({ tools }: CanonicalRequest, path: string): string {
  const { wire = [], place, loaded = [] } = tools ?? {};
  const [, number = "", rest = ""] = /^\/(\d+)(.*)$/s.exec(path) ?? [];
  const own = number === "" ? undefined : loaded[Number(number) - (wire.length - loaded.length)];
  return own === undefined ? (place?.pointer ?? "") + path : own.pointer + rest;
}
