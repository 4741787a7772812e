import type { JsonObject } from "../model/json.ts";
import type { Change, Loss } from "../model/loss.ts";
import type { Request } from "../model/request.ts";
import type { Usage } from "../model/response.ts";
import type { Ledger } from "../report.ts";
import { toolPath } from "./loaded.ts";
import type { ToolSet } from "./tools.ts";

/**
 * A request as the provider gets it; what was lost and changed is put into words when somebody asks. It is a class because
 * the engine keeps all that the getters of a literal reach until it next looks through the whole of its memory.
 */
export class TranslatedRequest {
  readonly value: JsonObject;
  private readonly request: Request;
  private readonly tools: ToolSet | undefined;
  private readonly ledger: Ledger;

  constructor(value: JsonObject, { request, tools, ledger }: Sources) {
    this.value = value;
    this.request = request;
    this.tools = tools;
    this.ledger = ledger;
  }

  get losses(): Loss[] {
    return [...this.placed(this.tools?.losses() ?? []), ...this.ledger.losses()];
  }

  get changes(): Change[] {
    return [...this.placed(this.tools?.changes() ?? []), ...this.ledger.changes()];
  }

  private placed<T extends { readonly path: string }>(told: readonly T[]): T[] {
    return told.map((each) => ({ ...each, path: toolPath(this.request, each.path) }));
  }
}

/** An answer as the client gets it, likewise. */
export class TranslatedAnswer {
  readonly value: JsonObject;
  readonly usage: Usage | undefined;
  private readonly ledger: Ledger;

  constructor(value: JsonObject, usage: Usage | undefined, ledger: Ledger) {
    this.value = value;
    this.usage = usage;
    this.ledger = ledger;
  }

  get losses(): Loss[] {
    return this.ledger.losses();
  }

  get changes(): Change[] {
    return this.ledger.changes();
  }
}

/** Where it is told what became of a request: in the set of its tools, and of all else in the ledger. */
interface Sources {
  readonly request: Request;
  readonly tools: ToolSet | undefined;
  readonly ledger: Ledger;
}
