import type { FreeBodies } from "../fast/templates/free-values.ts";
import type { ProfileName } from "../model/profile.ts";
import { freeValues as anthropic } from "./anthropic/free-values.ts";
import { freeValues as gemini } from "./gemini/free-values.ts";
import { freeValues as chat } from "./openai-chat/free-values.ts";
import { freeValues as responses } from "./openai-responses/free-values.ts";

/** The values that differ between the bodies of a dialect, by its id; bodies of the others have no templates. */
const ALL: Readonly<Record<string, FreeBodies>> = {
  anthropic,
  gemini,
  "openai-chat": chat,
  "openai-responses": responses,
};

const WITHOUT_DESCRIPTIONS: Readonly<Record<string, FreeBodies>> = Object.fromEntries(
  Object.entries(ALL).map(([id, { request, response }]) => {
    const { description: _, schema: __, ...others } = request ?? {};
    return [id, { request: others, response: response ?? {} }];
  }),
);

/** What differs between the bodies of a dialect that are translated alike by a profile; `undefined` where they have no templates. */
export function freeBodiesOf(dialect: string, profile: ProfileName): FreeBodies | undefined {
  // It reads in descriptions which parameters are optional.
  return (profile === "lenient" ? WITHOUT_DESCRIPTIONS : ALL)[dialect];
}
