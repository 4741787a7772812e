/**
 * Suspicious characters in a tool's name: invisible ones, and letters that look like Latin ones, with which one tool
 * can pass for another. See https://www.unicode.org/reports/tr39/.
 */
export function lintName(name: string): string[] {
  const found = RULES.flatMap(({ what, find }) => {
    const part = find(name);
    return part === undefined ? [] : [`${what}: ${escaped(part)} in ${escaped(name)}`];
  });
  // One finding is enough to make somebody look at the name.
  return found.slice(0, 1);
}

/** The skeleton of a name: names with the same skeleton look alike. */
function skeleton(name: string): string {
  const plain = name.normalize("NFKC").replace(INVISIBLE, "");
  return [...plain]
    .map((char) => LOOK_ALIKES.get(char) ?? char)
    .join("")
    .toLowerCase()
    .replace(/[1|i]/g, "l")
    .replace(/0/g, "o")
    .replace(/[-\s]/g, "_");
}

/**
 * The names that look like an earlier one.
 *
 * @example
 * lintNames(["read_file", "read-file"]).get("read-file"); // 'its name looks like the name of "read_file"'
 */
export function lintNames(names: readonly string[]): Map<string, string> {
  const first = new Map<string, string>();
  const found = new Map<string, string>();
  for (const name of names) {
    const other = first.get(skeleton(name));
    if (other === undefined) first.set(skeleton(name), name);
    else if (other !== name) found.set(name, `its name looks like the name of ${escaped(other)}`);
  }
  return found;
}

const INVISIBLE = /[\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Variation_Selector}\u115F\u1160\u3164\uFFA0]/gu;

const RULES: readonly { readonly what: string; find(name: string): string | undefined }[] = [
  { what: "an invisible character in its name", find: (name) => name.match(INVISIBLE)?.[0] },
  { what: "a letter that looks like another one in its name", find: lookAlikeIn },
  { what: "letters of several alphabets in its name", find: mixedScriptIn },
];

// A name in another alphabet is fine, unless all of its letters look like Latin ones.
function lookAlikeIn(name: string): string | undefined {
  const letters = [...name].filter((char) => /\p{L}/u.test(char));
  const foreign = letters.filter((char) => !/\p{Script=Latin}/u.test(char));
  const isAllAlike = foreign.length > 0 && foreign.every((char) => LOOK_ALIKES.has(char));
  if (isAllAlike) return foreign[0];
  return letters.find((char) => char.normalize("NFKC") !== char && /^[A-Za-z]+$/.test(char.normalize("NFKC")));
}

function mixedScriptIn(name: string): string | undefined {
  const hasLatin = /\p{Script=Latin}/u.test(name);
  return hasLatin
    ? name.match(/[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u)?.[0]
    : undefined;
}

/** Letters of other alphabets, each followed by the Latin letter that it looks like. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  [
    "аa еe оo рp сc уy хx іi јj ѕs ԁd һh ӏl ԛq ԝw ѵv кk",
    "АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ЅS ІI ЈJ ԌG",
    "οo νv αa ρp υu ιi κk γy χx σo τt ηn ωw εe ϲc ϳj",
    "ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX",
    "օo ոn սu հh ցg յj Օo Տs ꓐB ꓑP ꓒd ꓓD ꓔT ꓖG ꓗK ꓙJ ꓚC ꓜZ ꓝF ꓟM ꓠN ꓡL ꓢS ꓣR ꓤR ꓦV ꓧH ꓪW ꓫX ꓬY ꓮA ꓰE ꓲl ꓳO ꓴU",
    "ᎪA ᏴB ᏟC ᎠD ᎬE ᏀG ᎻH ᎫJ ᏦK ᏞL ᎷM ᏢP ᏒR ᏚS ᎢT ᏙV ᎳW ᏃZ ıi ſf ᴏo ᴄc ᴠv ᴡw ᴢz",
  ]
    .join(" ")
    .split(" ")
    .map((pair) => [...pair] as [string, string]),
);

function escaped(text: string): string {
  const units = [...JSON.stringify(text)].map((char) =>
    /[\x20-\x7e]/.test(char) ? char : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return units.join("");
}
