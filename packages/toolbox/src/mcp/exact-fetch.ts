import { stringifyJson } from "@toolglot/core";
import { readMessage, showInText } from "./exact.ts";
import { mapLines } from "./map-lines.ts";

/** `fetch` for an SDK that knows only doubles: numbers go out and come in with all their digits. */
export async function exactFetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const { body } = init;
  const response = await fetch(url, {
    ...init,
    ...(init.headers === undefined ? {} : { headers: shownHeaders(init.headers) }),
    ...(typeof body === "string" ? { body: showInText(body) } : {}),
  });
  return hiddenResponse(response);
}

/** A body of JSON, or of events that hold JSON, as code that knows only doubles may read it. */
export function hiddenResponse(response: Response): Response {
  const { status, statusText, headers, body } = response;
  const type = headers.get("content-type") ?? "";
  if (body === null) return response;
  if (/^application\/json\b/i.test(type))
    return new Response(body.pipeThrough(wholeText()), { status, statusText, headers });
  if (!/^text\/event-stream\b/i.test(type)) return response;
  return new Response(body.pipeThrough(mapLines(eventLine)), { status, statusText, headers });
}

/** The same message, with its odd numbers hidden; what is no JSON stays as it is, and is refused by its reader. */
function hiddenText(text: string): string {
  try {
    return stringifyJson(readMessage(text));
  } catch {
    return text;
  }
}

function shownHeaders(headers: NonNullable<RequestInit["headers"]>): Headers {
  const shown = new Headers(headers);
  for (const [name, value] of [...shown]) shown.set(name, showInText(`"${value}"`).replace(/^"|"$/g, ""));
  return shown;
}

function wholeText(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  let text = "";
  return new TransformStream({
    transform: (chunk) => {
      text += decoder.decode(chunk, { stream: true });
    },
    flush: (controller) => controller.enqueue(ENCODER.encode(hiddenText(text + decoder.decode()))),
  });
}

// A message has no line end inside, so that it is one line of data.
function eventLine(line: string): string {
  const [, field, data] = /^(data: ?)(\{.*\})\r?$/.exec(line) ?? [];
  return field === undefined || data === undefined ? line : field + hiddenText(data);
}

const ENCODER = new TextEncoder();
