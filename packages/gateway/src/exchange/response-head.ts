import type { HeaderMap } from "../transport.ts";

/** Why a provider's response cannot be used, judging by its status and headers alone. */
export interface HeadProblem {
  readonly code: string;
  readonly message: string;
}

/** Checks the head of a response to a request for a completion. */
export function headProblem(status: number, headers: HeaderMap): HeadProblem | undefined {
  const { "content-encoding": encoding = "identity" } = headers;
  if (encoding !== "identity" && encoding !== "")
    return {
      code: "upstream_encoding",
      message: `the provider's response is compressed (${encoding}), which was not asked for`,
    };
  if (status >= 300 && status < 400)
    return {
      code: "upstream_redirect",
      message: `the provider responded with ${status}, and redirects are not followed`,
    };
  if (!hasContent(status) && !isErrorStatus(status))
    return {
      code: "upstream_invalid",
      message: `the provider responded with the status ${status}, which is neither a success nor an error`,
    };
  return undefined;
}

/** Whether a status comes with a whole body: 204 and 205 have none, and 206 has a part of one. */
function hasContent(status: number): boolean {
  return status >= 200 && status <= 203;
}

/** Whether a status is an error: https://www.rfc-editor.org/rfc/rfc9110#section-15 */
export function isErrorStatus(status: number): boolean {
  return status >= 400 && status <= 599;
}
