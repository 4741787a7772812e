import { useEffect, useState } from "preact/hooks";
import { callCore } from "../../core-worker/client.ts";
import type { TextPlace } from "../../core-worker/exchange/text.ts";
import { formatBytes } from "../../ui/format.ts";

interface Preview {
  readonly url: string;
  readonly what: string;
}

/** The image of a node, where it has one that a browser can draw. */
export function ImagePreview({ place }: { readonly place: TextPlace }) {
  const [preview, setPreview] = useState<Preview>();
  const { id, role, pointer } = place;
  useEffect(() => {
    let url: string | undefined;
    let isCurrent = true;
    const read = async () => {
      const image = await callCore("readImage", { place });
      if (image === undefined || !isCurrent) return;
      url = URL.createObjectURL(new Blob([image.bytes], { type: image.type }));
      setPreview({ url, what: `${image.type}, ${formatBytes(image.bytes.byteLength)}` });
    };
    read().catch(() => setPreview(undefined));
    return () => {
      isCurrent = false;
      setPreview(undefined);
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [id, role, pointer]);
  if (preview === undefined) return null;
  return (
    <figure class="image-preview">
      <img src={preview.url} alt={preview.what} onError={() => setPreview(undefined)} />
      <figcaption class="muted" aria-hidden="true">
        {preview.what}
      </figcaption>
    </figure>
  );
}
