// What a bridge returns for a request. Many callers read the body alone, so that losses and changes are made when they
// are read.

import { enumerableGetters } from "../../enumerable-getters.ts";
import type { Ledger } from "../../ledger.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Change, Loss } from "../../model/loss.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import { sourcePathsOfTools } from "./loaded-tools.ts";

/** A request for the provider; its losses and changes are computed when they are read. */
export class TranslatedRequest {
  readonly value: JsonObject;
  // Private, so that copies, comparisons and JSON do not include them.
  readonly #request: CanonicalRequest;
  readonly #ledger: Ledger;

  constructor(value: JsonObject, { request, ledger }: Sources) {
    this.value = value;
    this.#request = request;
    this.#ledger = ledger;
    Object.defineProperties(this, OF_REQUESTS);
  }

  get losses(): Loss[] {
    const { tools } = this.#ledger;
    return [...tools.losses(sourcePathsOfTools(this.#request)), ...this.#ledger.losses()];
  }

  get changes(): Change[] {
    const { tools } = this.#ledger;
    return [...tools.changes(sourcePathsOfTools(this.#request)), ...this.#ledger.changes()];
  }
}

const OF_REQUESTS = enumerableGetters(TranslatedRequest.prototype, "losses", "changes");

/** Where losses and changes are collected, and the request that has the places of the tools. */
interface Sources {
  readonly request: CanonicalRequest;
  readonly ledger: Ledger;
}
