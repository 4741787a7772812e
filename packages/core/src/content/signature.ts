import { jsonIn } from "../json/parse.ts";
import { stringifyJson } from "../json/stringify.ts";
import { isObject } from "../json/value.ts";
import type { ReasoningPart, Seal } from "../model/part.ts";
import { fromBase64, toBase64 } from "./base64.ts";

/** How a seal begins that stands in another vendor's field. */
const MARK = "tg1:";

/** What stands between the vendor of a seal and the provider that made it. */
const AT = "@";

/** What a seal looks like in the opaque field of a dialect: as it is for its own vendor, in an envelope elsewhere. */
export function sealText(seal: Seal, dialect: string): string {
  if (seal.vendor === dialect && typeof seal.value === "string") return seal.value;
  const { vendor, provider, value } = seal;
  const made = provider === undefined ? "" : `${AT}${encodeURIComponent(provider)}`;
  return `${MARK}${vendor}${made}:${stringifyJson(value)}`;
}

/** The same for fields that hold Base64. */
export function sealBase64(seal: Seal, dialect: string): string {
  const text = sealText(seal, dialect);
  return text.startsWith(MARK) ? toBase64(text) : text;
}

/** Reads an opaque field: what is in an envelope is another vendor's, all else is the dialect's own. */
export function readSeal(text: string, dialect: string): Seal {
  return (
    opened(text) ??
    opened(text.startsWith(BASE64_MARK) ? (fromBase64(text) ?? "") : "") ?? { vendor: dialect, value: text }
  );
}

/** The seal of a thought whose words its vendor hides, for dialects that cannot say that of a thought. */
export function hiddenSeal(seal: Seal): Seal {
  return { ...seal, value: { [HIDDEN]: seal.value } };
}

/** What such a seal is for its vendor; `undefined` where it is another. */
export function shownSeal(seal: Seal): Seal | undefined {
  const hidden = isObject(seal.value) ? seal.value[HIDDEN] : undefined;
  return hidden === undefined ? undefined : { ...seal, value: hidden };
}

/** The seal of the call after it, where a thought without words holds one. */
export function sealOfCall({ texts, seal }: Pick<ReasoningPart, "texts" | "seal">): Seal | undefined {
  if (texts.length > 0 || !isObject(seal?.value) || seal.value.call === undefined) return undefined;
  return { ...seal, value: seal.value.call };
}

/** Marks what was hidden by its vendor, inside an envelope. */
const HIDDEN = "redacted";

/** `tg1:` in Base64, as far as it does not depend on what follows. */
const BASE64_MARK = "dGcxO";

function opened(text: string): Seal | undefined {
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
