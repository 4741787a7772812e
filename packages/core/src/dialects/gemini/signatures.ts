import type { FieldMapping } from "../../mapping/field-mapping.ts";
import { nodeReport } from "../../mapping/node.ts";
import { readSignature, signatureBase64 } from "../../mapping/nodes/signature.ts";
import type { Json } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Signature } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { bothSpellings } from "./spelling.ts";

/** What the API takes for a signature that there never was: https://ai.google.dev/gemini-api/docs/thought-signatures#faqs */
export const DUMMY_SIGNATURE = "skip_thought_signature_validator";

/** Where the signature of a part stands. */
export const SIGNATURE: FieldMapping = { at: bothSpellings("/thoughtSignature"), is: isSignature };

/** What may stand in a part, and says nothing. */
export const IGNORED_FIELDS: Readonly<Record<string, Json>> = {
  "/thought": false,
  ...Object.fromEntries(SIGNATURE.at.map((pointer) => [pointer, DUMMY_SIGNATURE])),
};

/** The canonical signature of a `thoughtSignature`. */
export function decodeSignature(signature: Json | undefined): { signature?: Signature } {
  return typeof signature === "string" ? { signature: readSignature(signature, DIALECT) } : {};
}

/** The `thoughtSignature` of a canonical signature; one without a value only names the vendor, and is not written. */
export function encodeSignature(signature: Signature | undefined): string | undefined {
  if (signature === undefined || (signature.vendor === DIALECT && signature.value === null)) return undefined;
  return signatureBase64(signature, DIALECT);
}

/**
 * Messages in which each step has a signature on its first call, as newer models demand of the current turn. Older turns
 * keep theirs, because a conversation that begins as it did before is one that the provider has in its cache.
 */
export function withDummySignatures(messages: readonly Message[], report: Report): Message[] {
  return messages.map((message) => (message.role === "assistant" ? signStep(message, report) : message));
}

const DIALECT = "gemini";

function isSignature(value: Json): boolean {
  return typeof value === "string" && value !== DUMMY_SIGNATURE;
}

// What came from this API is given back as it was.
function signStep(message: Message, report: Report): Message {
  const first = message.parts.find(({ type }) => type === "call");
  if (first?.type !== "call" || first.signature !== undefined || first.origin?.dialect === DIALECT) return message;
  nodeReport(first, report).change("dummy-signature", DUMMY_SIGNATURE);
  const call = { ...first, signature: { vendor: DIALECT, value: DUMMY_SIGNATURE } };
  return { ...message, parts: message.parts.map((part) => (part === first ? call : part)) };
}
