// What a client's dialect needs to encode a response, besides the response: an id, a time, fields of the request that
// it repeats.

import { hashText } from "../../identity/hash.ts";
import { isObject } from "../../json/value.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import type { ResponseContext } from "../../model/dialect.ts";
import type { Json } from "../../model/json.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Conversation } from "../conversation.ts";
import { callIdsIn } from "./translator-context.ts";

/** What the client's dialect needs to know of the request when it encodes the response. */
export function responseContext(conversation: Conversation, body: Json): ResponseContext {
  const { ids, now, answer: { id: name, previous } = {} } = conversation.options;
  return new LazyResponseContext(conversation, {
    name,
    previous,
    created: now?.() ?? 0,
    makeId: ids ?? (() => derivedId(conversation.requestLike, body)),
  });
}

// The same for the same response to the same conversation.
function derivedId(request: CanonicalRequest | undefined, body: Json): string {
  const own = isObject(body) ? (body.id ?? "") : "";
  return hashText(JSON.stringify([callIdsIn(request).length, request?.messages.length ?? 0, own]));
}

/** Makes an id only where it is read: most providers give one. */
class LazyResponseContext implements ResponseContext {
  readonly name: string | undefined;
  readonly created: number;
  private readonly conversation: Conversation;
  private readonly previous: string | undefined;
  private readonly makeId: () => string;
  private madeId: string | undefined;

  constructor(conversation: Conversation, { name, previous, created, makeId }: GeneratedFields) {
    this.conversation = conversation;
    this.name = name;
    this.previous = previous;
    this.created = created;
    this.makeId = makeId;
  }

  get request(): CanonicalRequest | undefined {
    const { requestLike: request } = this.conversation;
    return request && this.previous !== undefined ? copyRequest(request, { previousResponse: this.previous }) : request;
  }

  get id(): string {
    this.madeId ??= this.makeId();
    return this.madeId;
  }

  get model(): string | undefined {
    return this.conversation.requestLike?.model;
  }

  get includeUsage(): boolean {
    return this.conversation.requestLike?.includeUsage ?? false;
  }
}

interface GeneratedFields {
  readonly name: string | undefined;
  readonly previous: string | undefined;
  readonly created: number;
  readonly makeId: () => string;
}
