// The fast path `frameTemplates`: what is kept of the frames of earlier streams.

import type { TemplateFields } from "./frame-gaps.ts";

/** The last templates of each dialect, by the fields that they were read with. */
export class KnownFrames<Template> {
  /** By the list of ignored fields, which is a constant of its dialect. */
  private readonly lists = new WeakMap<readonly string[], readonly KnownFrame<Template>[]>();

  withFields({ text, mirror, id, ignored }: TemplateFields): Template[] {
    const list = this.lists.get(ignored) ?? [];
    return list
      .filter(({ fields }) => fields.text === text && fields.mirror === mirror && fields.id === id)
      .map(({ template }) => template);
  }

  add({ text, mirror, id, ignored }: TemplateFields, template: Template): void {
    const list = this.lists.get(ignored) ?? [];
    this.lists.set(ignored, [{ fields: { text, mirror, id }, template }, ...list.slice(0, MOST - 1)]);
  }
}

interface KnownFrame<Template> {
  readonly fields: Pick<TemplateFields, "text" | "mirror" | "id">;
  readonly template: Template;
}

/** Text, reasoning and arguments, each in the first frame of a stream, in a later one and in the last. */
const MOST = 8;
