/** A frame without what stands around its data: the vendor's SDK looks for data where a frame begins, and skips all others. */
export function mend(frame: string): string {
  return frame.startsWith("data:") || !DATA.test(frame) ? frame : frame.replace(OTHER, "");
}

/** https://github.com/googleapis/js-genai/blob/main/src/_api_client.ts */
const DATA = /^data:/m;
const OTHER = /^(?!data:)[^\r\n]+(?:\r\n|\r|\n)/gm;
