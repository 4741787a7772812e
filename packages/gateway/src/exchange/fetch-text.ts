import { clientClosedError, GatewayError } from "../errors.ts";
import type { HeaderMap, Send, UpstreamCall, UpstreamRequest } from "../transport.ts";
import { concat, isErrorStatus } from "./attempt.ts";
import { Deadline } from "./deadline.ts";

/** A provider's whole reply. */
export interface TextReply {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly text: string;
}

const LONGEST = 16 * 1024 * 1024;

/** Asks a provider something small, and waits for all of the answer. */
export function fetchText(
  send: Send,
  request: UpstreamRequest,
  timeout: number,
  onGone: (listener: () => void) => void = () => {},
): Promise<TextReply> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    let head: { readonly status: number; readonly headers: HeaderMap } = { status: 0, headers: {} };
    let call: UpstreamCall | undefined;
    const stop = (error: GatewayError) => {
      deadline.clear();
      call?.abort();
      reject(error);
    };
    const fail = (code: string, message: string, kind: "server" | "timeout" = "server") =>
      stop(new GatewayError(kind, code, message));
    const deadline = new Deadline(() => fail("timeout", "the provider did not answer in time", "timeout"));
    deadline.set(timeout);
    call = send(request, {
      head: (status, headers) => {
        head = { status, headers };
        if (status >= 300 && status < 400) fail("upstream_redirect", "redirects are not followed");
        else if (status < 200 || (status >= 300 && !isErrorStatus(status)))
          fail("upstream_invalid", `the provider answered ${status}, which is no status of an answer`);
      },
      data: (chunk) => {
        length += chunk.length;
        if (length > LONGEST) fail("upstream_too_large", "the provider's answer is too large");
        else chunks.push(chunk);
      },
      end: () => {
        deadline.clear();
        resolve({ ...head, text: new TextDecoder().decode(concat(chunks)) });
      },
      fail: (error) =>
        fail(`upstream_${error.code}`, error.message, error.code === "connect_timeout" ? "timeout" : "server"),
    });
    onGone(() => stop(clientClosedError()));
  });
}
