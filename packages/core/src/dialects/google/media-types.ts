import type { MediaKind } from "../../model/content.ts";

/** The media type of a part that does not say it; Google's APIs require one. */
export const DEFAULT_MEDIA_TYPES: Readonly<Record<MediaKind, string>> = {
  image: "image/jpeg",
  audio: "audio/wav",
  video: "video/mp4",
  file: "application/pdf",
};

/** The media type that the end of a URL suggests. */
export function mediaTypeByUrl(url: string, kind: MediaKind): string | undefined {
  const ending = /\.(\w+)(?:[?#]|$)/.exec(url)?.[1]?.toLowerCase() ?? "";
  return ENDINGS.get(ending) ?? (kind === "file" ? undefined : DEFAULT_MEDIA_TYPES[kind]);
}

const ENDINGS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    png: "image/png",
    jpg: "image/jpeg",
    jpeg: "image/jpeg",
    webp: "image/webp",
    gif: "image/gif",
    pdf: "application/pdf",
    mp3: "audio/mp3",
    wav: "audio/wav",
    mp4: "video/mp4",
  }),
);
