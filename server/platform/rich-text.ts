import sanitizeHtml from "sanitize-html";

const blocks = ["p", "br", "h3", "h4", "ul", "ol", "li", "blockquote", "pre"];
const inline = ["strong", "em", "s", "u", "code", "a", "span"];

const options: sanitizeHtml.IOptions = {
  allowedTags: [...blocks, ...inline],
  allowedAttributes: { a: ["href", "rel", "target"], span: ["data-mention"] },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  transformTags: {
    b: "strong",
    i: "em",
    // A page that was opened from here must not be able to steer this one.
    a: (_, { href }) => ({ tagName: "a", attribs: href ? { href, rel: "noopener noreferrer nofollow", target: "_blank" } : {} }) as sanitizeHtml.Tag,
    span: (_, attributes) => {
      const id = attributes["data-mention"] ?? "";
      return { tagName: "span", attribs: /^[1-9]\d{0,15}$/.test(id) ? { "data-mention": id } : {} } as sanitizeHtml.Tag;
    },
  },
  // A span that mentions nobody is only its text.
  exclusiveFilter: (frame) => (frame.tag === "span" && !frame.attribs["data-mention"] ? "excludeTag" : false) as boolean,
};

const looksLikeHtml = /<\/?[a-z][^>]*>/i;

/**
 * Rich text as it may be stored: a few tags, no styles, no scripts. Plain text becomes paragraphs.
 * @returns null when nothing a reader could see is left.
 */
export function sanitizeRichText(text: string | null): string | null {
  if (text === null) return null;
  const html = looksLikeHtml.test(text) ? text : paragraphs(text);
  const clean = sanitizeHtml(html, options).trim();
  return textOf(clean) === "" ? null : clean;
}

function paragraphs(text: string): string {
  const escaped = text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  return escaped
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replace(/\n/g, "<br>")}</p>`)
    .join("");
}

/** What a reader sees, without tags: for excerpts. */
export function textOf(html: string): string {
  const spaced = html.replace(/<\/(p|li|h3|h4|blockquote|pre)>|<br ?\/?>/g, " ");
  return sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {} })
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
    .trim();
}

/** The ids of the people who are mentioned in sanitised rich text, each once. */
export function mentionsOf(html: string): number[] {
  return [...new Set([...html.matchAll(/<span data-mention="(\d+)">/g)].map((match) => Number(match[1])))];
}
