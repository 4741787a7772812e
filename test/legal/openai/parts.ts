import type { Place } from "./place.ts";
import { type Check, expectKind, expectOneOf } from "./shape.ts";

/** A3, B3: the shape of a content part, once its type is known to be allowed where it stands. */
export function checkPart(part: Place): void {
  PARTS[part.at("type").text]?.(part);
}

/** A3: `image_url` is an object in Chat; B3: a plain string in Responses. */
const PARTS: Readonly<Record<string, Check>> = {
  text: (part) => {
    expectKind(part.at("text"), "part.shape", "string");
  },
  image_url: (part) => {
    expectKind(part.at("image_url").at("url"), "part.shape", "non-empty string");
    checkDetail(part.at("image_url").at("detail"), ["auto", "low", "high", "original"]);
  },
  input_audio: (part) => {
    expectKind(part.at("input_audio").at("data"), "part.shape", "string");
    expectOneOf(part.at("input_audio").at("format"), "part.shape", ["wav", "mp3"]);
  },
  file: (part) => {
    oneSource(part.at("file"), ["file_data", "file_id"]);
  },
  refusal: (part) => {
    expectKind(part.at("refusal"), "part.shape", "string");
  },
  input_text: (part) => {
    expectKind(part.at("text"), "part.shape", "string");
  },
  output_text: (part) => {
    expectKind(part.at("text"), "part.shape", "string");
    if (part.at("annotations").present) expectKind(part.at("annotations"), "part.shape", "array");
  },
  input_image: (part) => {
    oneSource(part, ["image_url", "file_id"]);
    checkDetail(part.at("detail"), ["auto", "low", "high", "original"]);
  },
  input_file: (part) => {
    oneSource(part, ["file_data", "file_id", "file_url"]);
    checkDetail(part.at("detail"), ["auto", "low", "high"]);
  },
};

function checkDetail(detail: Place, values: readonly string[]): void {
  if (detail.given) expectOneOf(detail, "part.shape", values);
}

// Base64 without its data URL is refused by Responses, as recorded: "Expected a base64-encoded data URL".
function oneSource(place: Place, keys: readonly string[]): void {
  const sources = keys.map((key) => place.at(key)).filter(({ given }) => given);
  if (sources.length !== 1) place.fail("part.shape", `expected one of ${keys.join(", ")}`);
  for (const source of sources) expectKind(source, "part.shape", "non-empty string");
  const data = place.at("file_data");
  if (data.given && !/^(data:|https?:)/.test(data.text)) data.fail("part.shape", "file_data is a data URL");
}
