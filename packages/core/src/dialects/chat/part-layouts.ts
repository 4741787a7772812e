import { anything, count, type FieldMapping, filledText, object, text } from "../../mapping/field-mapping.ts";
import { defineLayout, type Layout } from "../../mapping/layout.ts";
import type { ChatSpec } from "./spec.ts";

/** The layouts of the parts of a message. */
export interface PartLayouts {
  readonly text: Layout;
  readonly image: Layout;
  readonly audio: Layout;
  readonly file: Layout;
  readonly video: Layout;
  readonly refusal: Layout;
  readonly citation: Layout;
}

/** Makes the layouts of the parts of a message. */
export function partLayouts({
  dialect,
  cacheControl: cacheMarks,
  mediaBreakpoints: markedMedia,
  citationQuotes: quotes,
}: ChatSpec): PartLayouts {
  const marks: Record<string, FieldMapping> = cacheMarks ? { cacheControl: object("/cache_control") } : {};
  const breakpoint = { cacheBreakpoint: object("/prompt_cache_breakpoint") };
  const part = (type: string, rules: Record<string, FieldMapping>): Layout =>
    defineLayout({ dialect, constants: { "/type": type }, fields: { ...rules, ...marks } });
  const medium = (type: string, rules: Record<string, FieldMapping>): Layout =>
    part(type, markedMedia ? { ...rules, ...breakpoint } : rules);
  return {
    text: part("text", { text: text("/text"), ...breakpoint }),
    image: medium("image_url", { address: text("/image_url/url", "/image_url"), detail: text("/image_url/detail") }),
    audio: medium("input_audio", { data: text("/input_audio/data"), format: text("/input_audio/format") }),
    file: medium("file", { data: text("/file/file_data"), id: text("/file/file_id"), name: text("/file/filename") }),
    video: part("video_url", { address: text("/video_url/url") }),
    refusal: part("refusal", { text: text("/refusal") }),
    citation: defineLayout<string>({
      dialect,
      constants: { "/type": "url_citation" },
      fields: quotes ? QUOTATION : CITATION,
    }),
  };
}

/** The layouts of calls. */
export interface CallLayouts {
  readonly functionCall: Layout;
  readonly customCall: Layout;
  readonly legacyCall: Layout;
}

/** Makes the layouts of calls. */
export function callLayouts({ dialect }: ChatSpec): CallLayouts {
  const handled = ["kind", "input"];
  return {
    functionCall: defineLayout<string>({
      dialect,
      constants: { "/type": "function" },
      // The position in the list says the same.
      ignored: ["/index"],
      fields: {
        id: text("/id"),
        name: text("/function/name"),
        arguments: anything("/function/arguments"),
        extra: object("/extra_content"),
      },
      handled: [...handled, "signature"],
    }),
    customCall: defineLayout<string>({
      dialect,
      constants: { "/type": "custom" },
      fields: { id: text("/id"), name: text("/custom/name"), arguments: text("/custom/input") },
      handled,
    }),
    legacyCall: defineLayout<string>({ dialect, fields: { name: text("/name"), arguments: anything("/arguments") } }),
  };
}

const CITATION: Readonly<Record<string, FieldMapping>> = {
  url: text("/url_citation/url"),
  title: text("/url_citation/title"),
  start: count("/url_citation/start_index"),
  end: count("/url_citation/end_index"),
};

const QUOTATION: Readonly<Record<string, FieldMapping>> = { ...CITATION, quote: filledText("/url_citation/content") };
