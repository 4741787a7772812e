import type { Place } from "../place.ts";
import { checkFields, words } from "./fields.ts";

/** `Content`: a text or a medium. */
export function checkContent(block: Place): void {
  if (!block.is("object", "content-shape")) return;
  const type = block.at("type").text;
  block.at("type").oneOf(Object.keys(FIELDS), "content-type");
  checkFields(block, FIELDS[type] ?? Object.keys(block.object));
  if (type === "text") checkText(block);
  else if (type in FIELDS) checkMedium(block);
}

/** A list of content blocks. */
export function checkContents(list: Place): void {
  if (!list.is("array", "content")) return;
  for (const block of list.items()) checkContent(block);
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  text: words("type text annotations"),
  image: words("type data mime_type uri resolution"),
  audio: words("type data mime_type uri channels sample_rate"),
  video: words("type data mime_type uri resolution name processing"),
  document: words("type data mime_type uri"),
};

function checkText(block: Place): void {
  block.at("text").is("string", "text");
  if (!block.at("annotations").isOptional("array", "annotations")) return;
  for (const annotation of block.at("annotations").items()) {
    annotation.at("type").oneOf(ANNOTATIONS, "annotation-type");
    annotation.at("start_index").isOptional("count", "annotation-span");
    annotation.at("end_index").isOptional("count", "annotation-span");
  }
}

const ANNOTATIONS = words("url_citation file_citation place_citation speech_metadata word_info");

function checkMedium(block: Place): void {
  const [data, uri] = [block.at("data"), block.at("uri")];
  block.badIf(data.exists === uri.exists, "medium", "has either data or a uri");
  if (data.exists && data.is("string", "medium"))
    data.badIf(data.text.startsWith("data:"), "medium", "is base64 without a data: prefix");
  uri.isOptional("string", "medium");
  const type = block.at("mime_type");
  type.badIf(data.exists && type.text === "", "mime-type", "bytes need a mime_type");
}
