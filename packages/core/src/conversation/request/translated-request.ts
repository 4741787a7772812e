// What a bridge returns for a request. Many callers read the body alone, so that losses and changes are made when they
// are read.

import { enumerableGetters } from "../../enumerable-getters.ts";
import type { Ledger } from "../../ledger.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Change, Loss } from "../../model/loss.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import { sourcePathOfTool } from "./loaded-tools.ts";

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
    return [...this.#placed(this.#ledger.tools.losses()), ...this.#ledger.losses()];
  }

  get changes(): Change[] {
    return [...this.#placed(this.#ledger.tools.changes()), ...this.#ledger.changes()];
  }

  #placed<T extends { readonly path: string }>(entries: readonly T[]): T[] {
    return entries.map((each) => ({ ...each, path: sourcePathOfTool(this.#request, each.path) }));
  }
}

const OF_REQUESTS = enumerableGetters(TranslatedRequest.prototype, "losses", "changes");

/** Where losses and changes are collected, and the request that has the places of the tools. */
interface Sources {
  readonly request: CanonicalRequest;
  readonly ledger: Ledger;
}
