import { jsonIn } from "../../json/parse.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { isObject } from "../../json/value.ts";
import type { ReasoningPart, Signature } from "../../model/part.ts";
import { fromBase64, toBase64 } from "../values/base64.ts";

/** How a signature begins that stands in another vendor's field. */
const MARK = "tg1:";

/** What stands between the vendor of a signature and the provider that made it. */
const AT = "@";

/** What a signature looks like in the opaque field of a dialect: as it is for its own vendor, in an envelope elsewhere. */
export function signatureText(signature: Signature, dialect: string): string {
  if (signature.vendor === dialect && typeof signature.value === "string") return signature.value;
  const { vendor, provider, value } = signature;
  const made = provider === undefined ? "" : `${AT}${encodeURIComponent(provider)}`;
  return `${MARK}${vendor}${made}:${stringifyJson(value)}`;
}

/** The same for fields that hold Base64. */
export function signatureBase64(signature: Signature, dialect: string): string {
  const text = signatureText(signature, dialect);
  return text.startsWith(MARK) ? toBase64(text) : text;
}

/** Reads an opaque field: what is in an envelope is another vendor's, all else is the dialect's own. */
export function readSignature(text: string, dialect: string): Signature {
  return (
    opened(text) ??
    opened(text.startsWith(BASE64_MARK) ? (fromBase64(text) ?? "") : "") ?? { vendor: dialect, value: text }
  );
}

/** The signature of a thought whose words its vendor hides, for dialects that cannot say that of a thought. */
export function redactSignature(signature: Signature): Signature {
  return { ...signature, value: { [HIDDEN]: signature.value } };
}

/** What such a signature is for its vendor; `undefined` where it is another. */
export function unredactSignature(signature: Signature): Signature | undefined {
  const hidden = isObject(signature.value) ? signature.value[HIDDEN] : undefined;
  return hidden === undefined ? undefined : { ...signature, value: hidden };
}

/** The signature of the call after it, where a thought without words holds one. */
export function callSignatureIn({
  texts,
  signature,
}: Pick<ReasoningPart, "texts" | "signature">): Signature | undefined {
  if (texts.length > 0 || !isObject(signature?.value) || signature.value.call === undefined) return undefined;
  return { ...signature, value: signature.value.call };
}

/** Marks what was hidden by its vendor, inside an envelope. */
const HIDDEN = "redacted";

/** `tg1:` in Base64, as far as it does not depend on what follows. */
const BASE64_MARK = "dGcxO";

function opened(text: string): Signature | undefined {
  if (!text.startsWith(MARK)) return undefined;
  const end = text.indexOf(":", MARK.length);
  const value = end < 0 ? undefined : jsonIn(text.slice(end + 1));
  const [vendor = "", provider] = text.slice(MARK.length, end).split(AT, 2);
  if (value === undefined) return undefined;
  return provider === undefined ? { vendor, value } : { vendor, value, provider: decoded(provider) };
}

function decoded(provider: string): string {
  try {
    return decodeURIComponent(provider);
  } catch (error) {
    // Somebody has changed it: then it is nobody's that is known.
    if (error instanceof URIError) return provider;
    throw error;
  }
}
