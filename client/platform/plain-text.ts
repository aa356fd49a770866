import { truncateText } from "../../shared/kernel/text/truncate";

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", apos: "'", nbsp: " " };

export function plainText(html: string, length = 120): string {
  const plain = html
    .replace(/<(br|\/p|\/li|\/div|\/h\d|\/td|\/th|\/pre|\/blockquote)[^>]*>/gi, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(#?\w+);/g, (whole, name: string) => entities[name.toLowerCase()] ?? whole)
    .replace(/\s+/g, " ")
    .trim();
  return truncateText(plain, length);
}
