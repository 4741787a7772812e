import type { Loss } from "@toolglot/core";
import type { LogFields, LossRecord } from "./log.ts";

/** The losses of content and settings: all but those of metadata. */
export function withoutMetadata(losses: readonly Loss[]): readonly Loss[] {
  return losses.length === 0 ? losses : losses.filter(({ level }) => level !== "metadata");
}

/** What the log has about losses: those of content and settings one by one, those of metadata as a number. */
export function lossFields(losses: readonly Loss[]): Pick<LogFields, "losses" | "lossCount" | "metadataLosses"> {
  if (losses.length === 0) return { losses: [] };
  const lost = withoutMetadata(losses);
  const metadata = losses.length - lost.length;
  return {
    losses: lost.slice(0, MAX_LISTED).map(lossRecord),
    ...(lost.length > MAX_LISTED ? { lossCount: lost.length } : {}),
    ...(metadata > 0 ? { metadataLosses: metadata } : {}),
  };
}

/** How many losses a record lists: their number is bounded by the size of the request alone. */
const MAX_LISTED = 100;

function lossRecord({ path, code, level, action }: Loss): LossRecord {
  return { path, code, level, action };
}
