import type { FieldMapping } from "../../mapping/field-mapping.ts";
import { nodeReport } from "../../mapping/node.ts";
import { readSignature, signatureBase64 } from "../../mapping/nodes/signature.ts";
import type { Json } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Signature } from "../../model/signature.ts";
import type { Report } from "../../report.ts";
import { bothSpellings } from "./spelling.ts";

/** The value that skips the check of a signature: https://ai.google.dev/gemini-api/docs/thought-signatures#faqs */
export const DUMMY_SIGNATURE = "skip_thought_signature_validator";

/** The field mapping of a part's signature. */
export const SIGNATURE: FieldMapping = { at: bothSpellings("/thoughtSignature"), is: isSignature };

/** Fields of a part that mean nothing with these values. */
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
 * Adds a dummy signature to the first call of each step, as newer models require of the current turn. Older turns get one too,
 * so that the prefix of the conversation stays the same for the cache.
 */
export function withDummySignatures(messages: readonly Message[], report: Report): Message[] {
  return messages.map((message) => (message.role === "assistant" ? signStep(message, report) : message));
}

const DIALECT = "gemini";

function isSignature(value: Json): boolean {
  return typeof value === "string" && value !== DUMMY_SIGNATURE;
}

// Native calls are written back as they were.
function signStep(message: Message, report: Report): Message {
  const first = message.parts.find(({ type }) => type === "call");
  if (first?.type !== "call" || first.signature !== undefined || first.origin?.dialect === DIALECT) return message;
  nodeReport(first, report).change("dummy-signature", DUMMY_SIGNATURE);
  const call = { ...first, signature: { vendor: DIALECT, value: DUMMY_SIGNATURE } };
  return { ...message, parts: message.parts.map((part) => (part === first ? call : part)) };
}
