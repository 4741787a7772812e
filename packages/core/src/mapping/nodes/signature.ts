// Signatures and encrypted reasoning are opaque texts that a provider wants back unchanged. Where they travel through a
// client of another vendor, they are put into an envelope that names the vendor, and perhaps the provider:
// `tg1:<vendor>:"EqQB…"`, `tg1:<vendor>@<provider>:"EqQB…"`.

import { jsonIn } from "../../json/parse.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { isObject } from "../../json/value.ts";
import type { ReasoningPart } from "../../model/content.ts";
import type { Signature } from "../../model/signature.ts";
import { fromBase64, toBase64 } from "../values/base64.ts";

/** The prefix of a signature in another vendor's field. */
const MARK = "tg1:";

/** The separator of the vendor and the provider of a signature. */
const AT = "@";

/** A signature for the opaque field of a dialect: unchanged for its own vendor, in an envelope for another. */
export function signatureText(signature: Signature, dialect: string): string {
  if (signature.vendor === dialect && typeof signature.value === "string") return signature.value;
  const { vendor, provider, value } = signature;
  const made = provider === undefined ? "" : `${AT}${encodeURIComponent(provider)}`;
  return `${MARK}${vendor}${made}:${stringifyJson(value)}`;
}

/** The same for fields that must be Base64. */
export function signatureBase64(signature: Signature, dialect: string): string {
  const text = signatureText(signature, dialect);
  return text.startsWith(MARK) ? toBase64(text) : text;
}

/** Reads an opaque field: a value in an envelope is another vendor's, any other the dialect's own. */
export function readSignature(text: string, dialect: string): Signature {
  return (
    opened(text) ??
    opened(text.startsWith(BASE64_MARK) ? (fromBase64(text) ?? "") : "") ?? { vendor: dialect, value: text }
  );
}

/** Marks a signature as one of redacted reasoning, for dialects that have no such field. */
export function redactSignature(signature: Signature): Signature {
  return { ...signature, value: { [HIDDEN]: signature.value } };
}

/** The signature of redacted reasoning as its vendor wrote it; `undefined` where the reasoning was not redacted. */
export function unredactSignature(signature: Signature): Signature | undefined {
  const hidden = isObject(signature.value) ? signature.value[HIDDEN] : undefined;
  return hidden === undefined ? undefined : { ...signature, value: hidden };
}

/** The signature of the next call, where a reasoning part without text holds it. */
export function callSignatureIn({
  texts,
  signature,
}: Pick<ReasoningPart, "texts" | "signature">): Signature | undefined {
  if (texts.length > 0 || !isObject(signature?.value) || signature.value.call === undefined) return undefined;
  return { ...signature, value: signature.value.call };
}

/** The key of a signature's value where the reasoning was redacted: `{ "redacted": "EqQB…" }`. */
const HIDDEN = "redacted";

/** The Base64 of `tg1:`, without the character that depends on what follows. */
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
    // The envelope was altered, so its vendor is unknown.
    if (error instanceof URIError) return provider;
    throw error;
  }
}
