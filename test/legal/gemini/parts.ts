import type { Place } from "../place.ts";
import { checkFields, field, PART_DATA } from "./fields.ts";

// Standard or URL-safe, since proto JSON reads both.
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** One part of a request or a response: exactly one data field (B2, B6 rule 6), and that one well formed. */
export function checkPart(part: Place): void {
  if (!part.is("object", "part-shape")) return;
  const data = PART_DATA.filter((name) => field(part, name).exists);
  const message = `must have one initialized field, has ${data.join(" and ") || "none"}`;
  part.badIf(data.length !== 1, "part-data", message);
  const signature = field(part, "thoughtSignature");
  const signed = !signature.exists || BASE64.test(signature.text);
  signature.badIf(!signed, "signature-base64", "Base64 decoding failed");
  field(part, "thought").isOptional("boolean", "part-thought");
  for (const name of data) CHECKS[name]?.(field(part, name));
}

function checkBlob(blob: Place): void {
  field(blob, "mimeType").badIf(field(blob, "mimeType").text === "", "blob", "needs a mimeType");
  const data = blob.at("data");
  if (data.is("string", "blob")) data.badIf(data.text.startsWith("data:"), "blob", "is base64 without a data: prefix");
}

// B5.
function checkCall(call: Place): void {
  const partial = field(call, "partialArgs").exists || field(call, "willContinue").exists;
  const name = call.at("name");
  // Vertex streams of arguments end with `{}` (B5).
  const ends = Object.keys(call.object).length === 0;
  name.badIf(name.text === "" && !partial && !ends, "call-name", "must be a non-empty string");
  call.at("args").isOptional("object", "call-args");
  call.at("id").isOptional("string", "call-id");
}

// B6.
function checkAnswer(answer: Place): void {
  answer.at("name").badIf(answer.at("name").text === "", "response-name", "Name cannot be empty.");
  answer.at("response").is("object", "response-object");
  answer.at("id").isOptional("string", "response-id");
  for (const part of answer.at("parts").items()) {
    const count = ["inlineData", "fileData"].filter((name) => field(part, name).exists).length;
    part.badIf(count !== 1, "response-part", "holds inlineData or fileData");
    if (field(part, "inlineData").exists) checkBlob(field(part, "inlineData"));
  }
}

const CHECKS: Readonly<Record<string, (data: Place) => void>> = {
  text: (text) => void text.is("string", "part-text"),
  inlineData: checkBlob,
  fileData: (file) => void field(file, "fileUri").is("string", "file-uri"),
  functionCall: checkCall,
  functionResponse: checkAnswer,
};

/** B1: names of a part, and of what it holds, that a request may not have. */
export function checkPartFields(part: Place): void {
  checkFields(part, "part");
  checkFields(field(part, "inlineData"), "blob");
  checkFields(field(part, "fileData"), "file");
  checkFields(field(part, "functionCall"), "call");
  checkFields(field(part, "functionResponse"), "answer");
  for (const each of field(part, "functionResponse").at("parts").items()) checkFields(each, "answerPart");
}
