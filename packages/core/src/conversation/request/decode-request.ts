// The first step of a request: decoding it.

import type { Budget } from "../../budget.ts";
import type { Ledger } from "../../ledger.ts";
import { reportDuplicates } from "../../mapping/duplicate-keys.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import { ConversionError } from "../../model/error.ts";
import type { Json } from "../../model/json.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Eventually, Steps } from "../../model/steps.ts";
import { Report } from "../../report.ts";
import { isSteps, recover } from "../../steps.ts";
import type { Conversation } from "../conversation.ts";
import { replaceLoneSurrogates } from "./lone-surrogates.ts";

/** A client's request, decoded; `request` is missing where it cannot be read and is passed through. */
export interface DecodedRequest {
  readonly body: Json;
  readonly ledger: Ledger;
  readonly request: CanonicalRequest | undefined;
}

/** Decodes a request of the client's. */
export function* decodeClientRequest(body: Json, conversation: Conversation, budget: Budget): Steps<DecodedRequest> {
  const ledger = conversation.requestLedger(budget);
  const report = new Report(ledger, "to_canonical");
  reportDuplicates(body, report);
  const checked = conversation.isPassthrough ? body : replaceLoneSurrogates(body, report);
  const wellFormed = isSteps(checked) ? yield* checked : checked;
  const request = decodeBody(wellFormed, conversation, report);
  return { body, ledger, request: isSteps(request) ? yield* request : request };
}

/** The request with the model and the mode that its URL names. */
export function withAddress(request: CanonicalRequest, { options }: Conversation): CanonicalRequest {
  const { address } = options;
  if (address === undefined) return request;
  const { model = request.model, stream } = address;
  // Dialects that ask for a stream in the URL report usage at its end, unasked.
  return copyRequest(request, stream === true ? { model, stream, includeUsage: true } : { model });
}

// A request that is passed through need not be understood: the provider says what is wrong with it.
function decodeBody(body: Json, conversation: Conversation, report: Report): Eventually<CanonicalRequest | undefined> {
  return recover<CanonicalRequest | undefined>(
    () => conversation.client.request.decode(body, report),
    (error) => {
      if (conversation.isPassthrough && error instanceof ConversionError) return undefined;
      throw error;
    },
  );
}
