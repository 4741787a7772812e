import { nameIn } from "../../identity/name-in.ts";
import type { Json } from "../../model/json.ts";
import type { ToolFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";

/** Reads the members of a group; where one is refused and may be left out, the others stay. */
export function readMembers(
  members: readonly Json[],
  report: Report,
  read: (member: Json, report: Report) => ToolFields,
): ToolFields[] {
  return members.flatMap((member, index) => {
    const at = report.at(index);
    const leftOut = () => ({ place: at.place, name: nameIn(member) });
    return at.attempt(() => read(member, at), leftOut) ?? [];
  });
}
