/**
 * The order in which a conversation tries items: the same for all of its requests, and over many conversations each item comes
 * first by its weight. If an item is taken away, the conversations that began with it spread over the others by their weights,
 * and no other conversation moves (weighted rendezvous hashing: https://www.snia.org/sites/default/files/SDC15_presentations/dist_sys/Jason_Resch_New_Consistent_Hashings_Rev.pdf).
 */
export function weightedOrder<Item extends { readonly weight: number }>(
  items: readonly Item[],
  conversation: string,
  idOf: (item: Item) => string,
): Item[] {
  const times = items.map((item) => {
    // The first of several events that happen by chance, each as often as its weight says.
    const time = -Math.log(fraction(`${conversation}\n${idOf(item)}`)) / item.weight;
    return { item, time };
  });
  return times.sort((one, other) => one.time - other.time).map(({ item }) => item);
}

/** A text as a number between 0 and 1, both excluded. */
function fraction(text: string): number {
  return (mix(fnv(text)) + 0.5) / 2 ** 32;
}

/** FNV-1a: https://datatracker.ietf.org/doc/html/draft-eastlake-fnv */
function fnv(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

// FNV changes few bits for a similar text; this spreads them: https://github.com/aappleby/smhasher/wiki/MurmurHash3
function mix(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
