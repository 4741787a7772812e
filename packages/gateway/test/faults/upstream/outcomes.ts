import { parseJson } from "@toolglot/core";
import { expect } from "vitest";
import { legality } from "../../../../../test/legal/index.ts";
import type { SdkResponse } from "../../matrix/clients/index.ts";
import { failed, succeeded } from "../../support/provider-wire.ts";
import type { Run } from "./harness.ts";

/** The SDK has the complete response, and the log says so too. */
export function expectAnswered(run: Run): SdkResponse {
  const described = describeRun(run);
  const { answer, record, text = "", request } = run;
  expect(run.error, described).toBeUndefined();
  expect(record, described).toMatchObject({ status: 200, outcome: "success" });
  expect(record.errorType).toBeUndefined();
  if (request.streams) expect(succeeded(request.client, text), described).toBe(true);
  if (answer === undefined) throw new Error(described);
  return answer;
}

/** The client got an error in place of a response, with a status and in its own dialect. */
export function expectRefused(run: Run, errorType: RegExp): void {
  const described = describeRun(run);
  const { request, status, text, record } = run;
  expect(status, described).toBeGreaterThanOrEqual(400);
  expect(run.thrown, described).toBe(status);
  expect(legality[request.client]?.error(status, parseJson(text ?? "")), described).toEqual([]);
  expect(record, described).toMatchObject({ status, outcome: "error" });
  expect(record.errorType, described).toMatch(errorType);
  expect(run.headers.get("x-toolglot-attempts"), described).toBe(String(record.attempts?.length));
}

/** The status that a client of a dialect gets in place of another, where the dialect has its own. */
export function statusFor({ request }: Run, status: number): number {
  // https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html#API_runtime_Converse_Errors
  return request.client === "bedrock" && status === 504 ? 408 : status;
}

/** Line ends of the provider pass unchanged to a client of the same dialect. */
function withLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** The client got one error in its own dialect after a part of the response, and nothing that means success. */
export function expectBroken(run: Run, errorType: RegExp): void {
  const described = describeRun(run);
  const { request, record } = run;
  const text = withLineFeeds(run.text ?? "");
  expect(request.streams, described).toBe(true);
  expect(run.status, described).toBe(200);
  expect(run.answer === undefined || run.answer.stop === "failed", described).toBe(true);
  expect(failed(request.client, text), described).toBe(true);
  expect(succeeded(request.client, text), described).toBe(false);
  expect(legality[request.client]?.stream(text), described).toEqual([]);
  expect(record, described).toMatchObject({ status: 200, outcome: "error", stream: true });
  expect(record.errorType, described).toMatch(errorType);
  // There are no retries after the first output.
  expect(record.attempts?.at(-1)?.errorType, described).toBe(record.errorType);
}

/** The client's SDK and the log have an error, in whatever form. */
export function expectError(run: Run): void {
  expect(run.error, describeRun(run)).toBeDefined();
  expect(run.record, describeRun(run)).toMatchObject({ outcome: "error" });
}

/** Refused or broken, depending on whether there was output before the failure. */
export function expectFailed(run: Run, errorType: RegExp): void {
  if (run.status === 200) expectBroken(run, errorType);
  else expectRefused(run, errorType);
}

function describeRun({ request, status, text, error, answer, record }: Run): string {
  const { client, streams, model } = request;
  const what = error === undefined ? JSON.stringify(answer) : String(error);
  return `${client}, ${streams ? "streamed" : "whole"}, from ${model}: ${status} ${what}\n${text}\n${JSON.stringify(record)}`;
}
