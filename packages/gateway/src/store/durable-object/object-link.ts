import type { Json } from "@toolglot/core";
import { parseJson } from "@toolglot/core/base";
import type { DurableObjectNamespace } from "./runtime.ts";

/** The form of names and values. A gateway with another version finds nothing of this one, rather than something wrong. */
const SCHEMA_VERSION = 1;

/** What an object holds: a part of its name. */
export type ObjectKind = "response" | "reasoning" | "limit";

/** Calls the objects of one kind. */
export class ObjectLink {
  private readonly namespace: DurableObjectNamespace;
  private readonly kind: ObjectKind;

  constructor(namespace: DurableObjectNamespace, kind: ObjectKind) {
    this.namespace = namespace;
    this.kind = kind;
  }

  /** Calls the object of an owner. */
  async call(owner: string, action: string, body: string): Promise<Json> {
    const id = this.namespace.idFromName(`${SCHEMA_VERSION}:${this.kind}:${owner}`);
    // Only the path of the address matters. An object is looked up for each call, since Workers may not use one in another request.
    const response = await this.namespace.get(id).fetch(`https://state/${action}`, { method: "POST", body });
    const text = await response.text();
    if (!response.ok) throw new ObjectError(`${action}: ${response.status}`);
    return parseJson(text);
  }
}

class ObjectError extends Error {
  override readonly name: string = "ObjectError";
}
