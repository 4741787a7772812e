import { hashText } from "../../identity/hash.ts";
import { isObject } from "../../json/value.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import type { ResponseContext } from "../../model/dialect.ts";
import type { Json } from "../../model/json.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Conversation } from "../conversation.ts";
import { countCalls } from "./translator-context.ts";

/** What the client's dialect needs to know of the request when it encodes the response. */
export function responseContext({ options, request: asked }: Conversation, body: Json): ResponseContext {
  const { ids, now, answer: { id: name, previous } = {} } = options;
  const request = asked && previous !== undefined ? copyRequest(asked, { previousResponse: previous }) : asked;
  return new LazyResponseContext(request, {
    name,
    created: now?.() ?? 0,
    makeId: ids ?? (() => derivedId(request, body)),
  });
}

// The same for the same response to the same conversation.
function derivedId(request: CanonicalRequest | undefined, body: Json): string {
  const own = isObject(body) ? (body.id ?? "") : "";
  return hashText(JSON.stringify([countCalls(request), request?.messages.length ?? 0, own]));
}

/** Makes an id only where it is read: most providers give one. */
class LazyResponseContext implements ResponseContext {
  readonly request: CanonicalRequest | undefined;
  readonly name: string | undefined;
  readonly created: number;
  private readonly makeId: () => string;
  private madeId: string | undefined;

  constructor(request: CanonicalRequest | undefined, { name, created, makeId }: GeneratedFields) {
    this.request = request;
    this.name = name;
    this.created = created;
    this.makeId = makeId;
  }

  get id(): string {
    this.madeId ??= this.makeId();
    return this.madeId;
  }

  get model(): string | undefined {
    return this.request?.model;
  }

  get includeUsage(): boolean {
    return this.request?.includeUsage ?? false;
  }
}

interface GeneratedFields {
  readonly name: string | undefined;
  readonly created: number;
  readonly makeId: () => string;
}
