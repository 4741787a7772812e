import { copyRequest } from "../../mapping/nodes/request.ts";
import type { CanonicalRequest } from "../../model/request.ts";

/** A request that declares, beside its own tools, those that its conversation brings along: elsewhere there is no other place for them. */
export function declareLoadedTools(request: CanonicalRequest): CanonicalRequest {
  const { loaded } = request;
  if (loaded === undefined) return request;
  const [first] = loaded.places;
  const place = request.tools?.place ?? first;
  if (place === undefined) return copyRequest(request, { loaded: undefined });
  const wire = [...(request.tools?.wire ?? []), ...loaded.wire];
  return copyRequest(request, { loaded: undefined, tools: { wire, place, loaded: loaded.places } });
}

/** Where a tool that is told of by its number stands in the source. */
export function sourcePathOfTool({ tools }: CanonicalRequest, path: string): string {
  const { wire = [], place, loaded = [] } = tools ?? {};
  const [, number = "", rest = ""] = /^\/(\d+)(.*)$/s.exec(path) ?? [];
  const own = number === "" ? undefined : loaded[Number(number) - (wire.length - loaded.length)];
  return own === undefined ? (place?.pointer ?? "") + path : own.pointer + rest;
}
