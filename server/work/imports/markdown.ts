import MarkdownIt from "markdown-it";
import { escapeAttribute, escapeText } from "../../platform/rich-text/escape";

/** HTML in Markdown is text: other programs don't render it either. */
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });

// Pictures are addresses of the source that browsers of others can't open: they become links.
markdown.renderer.rules.image = (tokens, at) => {
  const token = tokens[at];
  const address = String(token?.attrGet("src") ?? "");
  return `<a href="${escapeAttribute(address)}">${escapeText(token?.content || address)}</a>`;
};

/** Converts Markdown to HTML, which isn't sanitized. Check boxes of lists become the signs ☐ and ☑. */
export function htmlOfMarkdown(text: string): string {
  const withSigns = text.replace(
    /^(\s*(?:[-*+]|\d+[.)])\s+)\[([ xX])\]\s/gm,
    (_, bullet: string, mark: string) => `${bullet}${mark === " " ? "☐" : "☑"} `,
  );
  return markdown.render(withSigns).trim();
}
