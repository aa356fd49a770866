const umlauts = [
  ["ä", "ae"],
  ["ö", "oe"],
  ["ü", "ue"],
] as const;

/**
 * Returns a query in the other German spelling: umlauts as two letters, or the two letters as umlauts. Folded texts have neither form of the
 * other, because an umlaut is folded to its vowel. Null if the query has none of them.
 */
export function otherGermanSpelling(query: string): string | null {
  const text = query.normalize("NFC").toLowerCase();
  const hasUmlaut = umlauts.some(([umlaut]) => text.includes(umlaut));
  let other = text;
  for (const [umlaut, letters] of umlauts)
    other = hasUmlaut ? other.replaceAll(umlaut, letters) : other.replaceAll(letters, umlaut);
  return other === text ? null : other;
}
