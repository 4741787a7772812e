const BLOCK = 512;

/** Text files as a tar archive (ustar), which every system unpacks. */
export function tarOf(files: Readonly<Record<string, string>>): Blob {
  const parts = Object.entries(files).flatMap(([name, text]) => {
    const content = new TextEncoder().encode(text);
    return [headerOf(name, content.length), content, new Uint8Array(-content.length & (BLOCK - 1))];
  });
  return new Blob([...parts, new Uint8Array(2 * BLOCK)]);
}

/** https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html: numbers are octal text. */
function headerOf(name: string, size: number): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(BLOCK);
  const write = (offset: number, text: string) => header.set(new TextEncoder().encode(text), offset);
  write(0, name.slice(0, 100));
  write(100, "0000644\0");
  write(108, "0000000\0");
  write(116, "0000000\0");
  write(124, `${size.toString(8).padStart(11, "0")}\0`);
  write(
    136,
    `${Math.floor(Date.now() / 1000)
      .toString(8)
      .padStart(11, "0")}\0`,
  );
  write(148, "        ");
  write(156, "0");
  write(257, "ustar\x0000");
  const sum = header.reduce((total, byte) => total + byte, 0);
  write(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  return header;
}
