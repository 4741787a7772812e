import type { Json } from "@toolglot/core";
import { readIds } from "../../bindings/read-ids.ts";
import { pathSegment } from "./path-segment.ts";
import type { PlatformSettings } from "./platform.ts";

/** The path of a publisher's models below a project; keys of the express mode stand for a project. */
export function publisherPath({ project, location = "global" }: PlatformSettings, publisher: string): string {
  const place = project === undefined ? "" : `/projects/${pathSegment(project)}/locations/${location}`;
  return `${place}/publishers/${publisher}`;
}

/** The names of models in a list: `publishers/PUBLISHER/models/NAME`. */
export function readPublisherModels(body: Json): string[] {
  return readIds(body, "publisherModels", "name").map((name) => name.replace(/^publishers\/[^/]+\/models\//, ""));
}
