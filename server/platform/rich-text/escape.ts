const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

export const escapeText = (text: string): string => text.replace(/[&<>]/g, (sign) => signs[sign] as string);

export const escapeAttribute = (value: string): string => value.replace(/[&<>"]/g, (sign) => signs[sign] as string);

/** Decodes the only entities that sanitized HTML contains. */
export const unescapeText = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] as string);
