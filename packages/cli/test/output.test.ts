import { describe, expect, it } from "vitest";
import { escapeInvisible, escapeInvisibleJson } from "../src/output/escape.ts";
import { pretty } from "../src/output/pretty.ts";
import { styleFor } from "../src/output/style.ts";
import { table } from "../src/output/table.ts";
import { widthOf, wrapParagraphs, wrapText } from "../src/output/wrap.ts";

describe("untrusted text", () => {
  it.each([
    ["colours", "\u001b[31mred", "\\u001b[31mred"],
    ["a link (OSC 8)", "\u001b]8;;http://x\u0007y\u001b\\", "\\u001b]8;;http://x\\u0007y\\u001b\\"],
    ["the clipboard (OSC 52)", "\u001b]52;c;aGk=\u0007", "\\u001b]52;c;aGk=\\u0007"],
    ["eight-bit controls", "\u009b31m\u009d8;;\u009c", "\\u009b31m\\u009d8;;\\u009c"],
    ["line ends", "a\r\nb\tc", "a\\r\\nb\\tc"],
    ["other line ends", "a\u2028b\u2029c\u0085d", "a\\u2028b\\u2029c\\u0085d"],
    ["backspaces", "rm\u0008\u007f", "rm\\u0008\\u007f"],
    ["bidi overrides", "\u202eabc\u202c\u2066d\u2069\u200f", "\\u202eabc\\u202c\\u2066d\\u2069\\u200f"],
    ["zero width", "a\u200bb\u200dc\ufeffd\u00ad", "a\\u200bb\\u200dc\\ufeffd\\u00ad"],
    ["tags", "a\u{e0041}", "a\\udb40\\udc41"],
    ["half a character", "a\ud800b", "a\\ud800b"],
  ])("shows %s", (_, text, shown) => {
    expect(escapeInvisible(text)).toBe(shown);
  });

  it("is unchanged if it is harmless", () => {
    expect(escapeInvisible("naïve 日本語 😀 {}\\u")).toBe("naïve 日本語 😀 {}\\u");
  });

  it("has the same value as JSON", () => {
    const value = { "a\u202e": ["\u009b\u{e0041}", "line\nend"] };
    const text = escapeInvisibleJson(JSON.stringify(value, null, 2));
    expect(JSON.parse(text)).toEqual(value);
    expect(text).toContain("\\u202e");
    expect(text).toContain("\n");
  });
});

describe("colours", () => {
  it("are used on a terminal only", () => {
    expect(styleFor(true, {}).red("x")).toBe("\u001b[31mx\u001b[39m");
    expect(styleFor(false, {}).red("x")).toBe("x");
  });

  it("are off if NO_COLOR is set and not empty", () => {
    expect(styleFor(true, { NO_COLOR: "1" }).bold("x")).toBe("x");
    expect(styleFor(true, { NO_COLOR: "" }).bold("x")).not.toBe("x");
    expect(styleFor(true, { TERM: "dumb" }).bold("x")).toBe("x");
  });
});

describe("a table", () => {
  const columns = [
    { title: "A", cell: ([a]: string[]) => a ?? "" },
    { title: "B", cell: ([, b]: string[]) => b ?? "" },
  ];
  const plain = { style: styleFor(false, {}), columns: 80 };

  it("aligns its columns, wide characters too", () => {
    expect(
      table(
        [
          ["日本", "x"],
          ["abc", "y"],
        ],
        columns,
        plain,
      ),
    ).toBe("A     B\n日本  x\nabc   y\n");
    expect(widthOf("e\u0301日")).toBe(3);
  });

  it("wraps wide columns to the width of the terminal, and keeps narrow ones", () => {
    const text = table([["a", "one two three four five six seven"]], columns, { ...plain, columns: 27 });
    expect(text).toBe("A  B\na  one two three four five\n   six seven\n");
  });

  it("shares the width among wide columns", () => {
    const text = table([["a/rather/long/path", "one two three four five six"]], columns, { ...plain, columns: 30 });
    expect(text).toBe("A               B\na/rather/long/  one two three\npath            four five six\n");
  });

  it("lists the cells of each row where the columns would be too narrow", () => {
    const text = table([["a/rather/long/path", "one two three four five six"]], columns, { ...plain, columns: 20 });
    expect(text).toBe("A  a/rather/long/\n   path\n  B  one two three\n     four five six\n");
  });

  it.each([20, 40, 60, 80])("has no line wider than %i, whatever its cells hold", (width) => {
    const cells = ["x".repeat(200), "a b c ".repeat(30), "/a/b".repeat(40), "日本語".repeat(20), "\u001b[31m"];
    const many = cells.map((_, index) => ({ title: `T${index}`, cell: (row: string[]) => row[index] ?? "" }));
    for (const shown of [columns, many])
      for (const line of table([cells, ["a", "b", "c", "d", "e"]], shown, { ...plain, columns: width }).split("\n"))
        expect(widthOf(line)).toBeLessThanOrEqual(width);
  });

  it("escapes its cells before it colours them", () => {
    const painted = [{ title: "A", cell: ([a]: string[]) => a ?? "", paint: (text: string) => `<${text}>` }];
    expect(table([["\u001b"]], painted, plain)).toContain("<\\u001b>");
  });

  it("breaks a word that is longer than a line, after punctuation where it can", () => {
    expect(wrapText("a /very/long/path b", 6)).toEqual(["a /", "very/", "long/", "path b"]);
    expect(wrapText("abcdefgh", 3)).toEqual(["abc", "def", "gh"]);
  });

  it("wraps paragraphs, and keeps the columns of lists", () => {
    const text = "one two\nthree four\n\n  a  five six seven\n  b  eight";
    expect(wrapParagraphs(text, 13)).toBe("one two three\nfour\n\n  a  five six\n     seven\n  b  eight");
  });
});

describe("pretty JSON", () => {
  it("keeps values that fit on one line", () => {
    expect(pretty({ a: [1, 2], b: {}, c: null }, 80)).toBe('{ "a": [1, 2], "b": {}, "c": null }');
    expect(pretty({ a: [1, 2], b: "long enough" }, 20)).toBe('{\n  "a": [1, 2],\n  "b": "long enough"\n}');
  });
});
