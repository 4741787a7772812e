import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { JsonObject } from "@toolglot/core";
import { isObject, parseJson, stringifyJson } from "@toolglot/core/base";

/**
 * Codex has instructions and tools for the models of its catalog only, and warns about others. The model is therefore added to the
 * catalog as its default model by another name: https://developers.openai.com/codex/config-reference
 */
export async function codexModelArguments(model: string, folder: string): Promise<readonly string[]> {
  const models = await catalogModels();
  const [usual] = models.toSorted((one, other) => priorityOf(one) - priorityOf(other));
  if (usual === undefined) return [];
  const own = { ...usual, slug: model, display_name: model, priority: 0, visibility: "list", ...NO_NOTICES };
  // The other names lead to the same model, so that they are no choice; options of the user may still name them.
  const others = models.map((other) => ({ ...other, visibility: "hide" }));
  const file = join(folder, "models.json");
  writeFileSync(file, stringifyJson({ models: [own, ...others] }));
  return ["-c", `model_catalog_json=${JSON.stringify(file)}`, "-c", `model=${JSON.stringify(model)}`];
}

const NO_NOTICES = { description: "The model of this session.", upgrade: null, availability_nux: null };

// Older versions have no such command; they keep the name of their own model.
async function catalogModels(): Promise<JsonObject[]> {
  try {
    const { stdout } = await promisify(execFile)("codex", ["debug", "models", "--bundled"], LIMITS);
    const catalog = parseJson(stdout);
    const models = isObject(catalog) ? catalog.models : undefined;
    return Array.isArray(models) ? models.filter(isObject) : [];
  } catch {
    return [];
  }
}

const LIMITS = { timeout: 10_000, maxBuffer: 64 * 1024 * 1024 };

function priorityOf({ priority }: JsonObject): number {
  return typeof priority === "number" ? priority : Number.POSITIVE_INFINITY;
}
