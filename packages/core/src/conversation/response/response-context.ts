import type { ResponseContext } from "../../model/dialect.ts";
import type { CanonicalRequest } from "../../model/request.ts";

/** What an answer needs to know of its request. Its id is made up where somebody asks for it: most providers give one. */
export class LazyResponseContext implements ResponseContext {
  readonly request: CanonicalRequest | undefined;
  readonly name: string | undefined;
  readonly created: number;
  private readonly makeId: () => string;
  private made: string | undefined;

  constructor(request: CanonicalRequest | undefined, { name, created, makeId }: Made) {
    this.request = request;
    this.name = name;
    this.created = created;
    this.makeId = makeId;
  }

  get id(): string {
    this.made ??= this.makeId();
    return this.made;
  }

  get model(): string | undefined {
    return this.request?.model;
  }

  get includeUsage(): boolean {
    return this.request?.includeUsage ?? false;
  }
}

/** What is made up for an answer, beside what its request says. */
interface Made {
  readonly name: string | undefined;
  readonly created: number;
  readonly makeId: () => string;
}
