import type { MetadataLimits } from "../../mapping/settings/metadata.ts";

/** https://platform.openai.com/docs/api-reference/chat/create: the same for all of OpenAI's APIs. */
export const METADATA: MetadataLimits = { most: 16, key: /^.{0,64}$/s, value: /^.{0,512}$/s };
