const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", apos: "'", nbsp: " " };

export function plainText(html: string, length = 120): string {
  const plain = html
    .replace(/<(br|\/p|\/li|\/div|\/h\d)[^>]*>/gi, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(#?\w+);/g, (whole, name: string) => entities[name.toLowerCase()] ?? whole)
    .replace(/\s+/g, " ")
    .trim();
  const letters = [...plain];
  return letters.length <= length ? plain : `${letters.slice(0, length).join("").trimEnd()}…`;
}
