import { escapeAttribute, escapeText, unescapeText } from "../../../platform/rich-text/escape";
import { htmlOfMarkdown } from "../markdown";

/**
 * Converts a text of Vikunja to HTML, which isn't sanitized. Vikunja stores HTML of its editor, and Markdown before version 0.22. Check boxes
 * become the signs ☐ and ☑; mentions, which may have no content, become names; pictures become links.
 */
export function htmlOfVikunja(text: string): string {
  if (!/<\/?[a-z][^<>]*>/i.test(text)) return htmlOfMarkdown(text);
  return (
    text
      .replace(/<input\b[^<>]*>/gi, "")
      // The sign belongs to the paragraph inside of the item.
      .replace(/<li\b([^<>]*)>((?:\s*<\/?(?:label|span|div|p)\b[^<>]*>)*)/gi, (item, attributes: string) => {
        const checked = attributeOf(attributes, "data-checked");
        return checked === null ? item : `${item}${checked === "true" ? "☑" : "☐"} `;
      })
      .replace(/<mention-user\b([^<>]*)>([^<]*)<\/mention-user>/gi, (_, attributes: string, content: string) => {
        const name = attributeOf(attributes, "data-label") ?? attributeOf(attributes, "data-id") ?? "";
        return content.trim() || escapeText(name && `@${name}`);
      })
      .replace(/<img\b([^<>]*)>/gi, (_, attributes: string) => {
        const address = attributeOf(attributes, "src");
        const title = attributeOf(attributes, "alt") ?? address;
        return address && /^https?:/i.test(address)
          ? `<a href="${escapeAttribute(address)}">${escapeText(title ?? "")}</a>`
          : escapeText(title ?? "");
      })
  );
}

function attributeOf(attributes: string, name: string): string | null {
  const value = new RegExp(`\\b${name}="([^"]*)"`, "i").exec(attributes)?.[1];
  return value ? unescapeText(value) : null;
}
