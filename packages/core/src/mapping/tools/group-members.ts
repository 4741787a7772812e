// Groups of tools: `functionDeclarations`, and the tools of a namespace in Responses.

import { nameIn } from "../../identity/name-in.ts";
import { isArray } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { ToolFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";

/** Reads the members of a group; if one is refused and may be skipped, the others stay. */
export function readGroupMembers(
  members: Json,
  report: Report,
  read: (member: Json, report: Report) => ToolFields,
): ToolFields[] {
  // A single member has the place of the list.
  const placed = isArray(members) ? members.map((member, index) => ({ member, at: report.at(index) })) : undefined;
  return (placed ?? [{ member: members, at: report }]).flatMap(({ member, at }) => {
    const leftOut = () => ({ place: at.place, name: nameIn(member) });
    return at.attempt(() => read(member, at), leftOut) ?? [];
  });
}
