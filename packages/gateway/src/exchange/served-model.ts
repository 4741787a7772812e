import type { Json } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import { decodeText } from "../bytes.ts";

/** The model that a response names: Azure's deployments have names of their own, and aliases lead to dated models. */
export function servedModelOf(body: Json | undefined): string | undefined {
  const { model, modelVersion = model } = body !== undefined && isObject(body) ? body : {};
  return typeof modelVersion === "string" ? modelVersion : undefined;
}

/** Reads the model that a stream names, which is near its beginning. */
export class ServedModel {
  name: string | undefined;
  private text = "";

  read(chunk: Uint8Array): void {
    if (this.name !== undefined || this.text.length > MAX_LENGTH) return;
    this.text += decodeText(chunk.subarray(0, MAX_LENGTH));
    this.name = NAME.exec(this.text)?.[1];
  }
}

/** In an escaped text, the quotes of a field have backslashes. */
const NAME = /"model(?:Version)?"\s*:\s*"([^"\\]+)"/;

const MAX_LENGTH = 64 * 1024;
