import { enumerableGetters } from "../../enumerable-getters.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Change, Loss } from "../../model/loss.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Ledger } from "../../report.ts";
import type { ToolSet } from "../tools/tool-set.ts";
import { sourcePathOfTool } from "./loaded-tools.ts";

/** A request as the provider gets it; what was lost and changed is put into words when somebody asks. */
export class TranslatedRequest {
  readonly value: JsonObject;
  // Nobody who copies, compares or writes it finds these.
  readonly #request: CanonicalRequest;
  readonly #tools: ToolSet | undefined;
  readonly #ledger: Ledger;

  constructor(value: JsonObject, { request, tools, ledger }: Sources) {
    this.value = value;
    this.#request = request;
    this.#tools = tools;
    this.#ledger = ledger;
    Object.defineProperties(this, OF_REQUESTS);
  }

  get losses(): Loss[] {
    return [...this.#placed(this.#tools?.losses() ?? []), ...this.#ledger.losses()];
  }

  get changes(): Change[] {
    return [...this.#placed(this.#tools?.changes() ?? []), ...this.#ledger.changes()];
  }

  #placed<T extends { readonly path: string }>(told: readonly T[]): T[] {
    return told.map((each) => ({ ...each, path: sourcePathOfTool(this.#request, each.path) }));
  }
}

const OF_REQUESTS = enumerableGetters(TranslatedRequest.prototype, "losses", "changes");

/** Where it is told what became of a request: in the set of its tools, and of all else in the ledger. */
interface Sources {
  readonly request: CanonicalRequest;
  readonly tools: ToolSet | undefined;
  readonly ledger: Ledger;
}
