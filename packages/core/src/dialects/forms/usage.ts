import type { Noted } from "../../model/node.ts";
import type { Request } from "../../model/request.ts";
import { extended } from "./extended.ts";

/** Where every stream ends with its usage, who asks for a stream asks for that too. */
export function toldUsage({ origin }: Noted): Pick<Request, "includeUsage" | "origin"> {
  if (origin === undefined) return { includeUsage: true };
  return { includeUsage: true, origin: { ...origin, fields: extended(origin.fields, { includeUsage: "/stream" }) } };
}
