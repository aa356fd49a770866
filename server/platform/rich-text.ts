import sanitizeHtml from "sanitize-html";

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    "p",
    "br",
    "strong",
    "em",
    "s",
    "u",
    "code",
    "pre",
    "blockquote",
    "ul",
    "ol",
    "li",
    "a",
    "h3",
    "h4",
    "span",
  ],
  allowedAttributes: { a: ["href", "rel"], span: ["data-mention"] },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nestingLimit: 12,
  transformTags: {
    b: "strong",
    i: "em",
    del: "s",
    strike: "s",
    h1: "h3",
    h2: "h3",
    h5: "h4",
    h6: "h4",
    div: "p",
    // Links of strangers get no hold on our window and no word from us to search engines.
    a: (_, attributes) => ({
      tagName: "a",
      attribs: { ...(attributes.href ? { href: attributes.href } : {}), rel: "noopener noreferrer nofollow" },
    }),
    span: (_, attributes) => ({ tagName: "span", attribs: mentionOnly(attributes) }),
  },
};

const idText = /^[1-9]\d{0,15}$/;

function mentionOnly(attributes: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const id = attributes["data-mention"];
  return id !== undefined && idText.test(id) ? { "data-mention": id } : {};
}

/**
 * HTML that can be shown to everyone: the few tags a comment needs, no styles, no scripts, links that say where they
 * lead. Plain text is escaped and keeps its lines. Empty text when there is nothing to read.
 */
export function sanitizeRichText(html: string): string {
  const clean = looksLikeHtml(html) ? withParagraph(sanitizeHtml(html, options)) : fromPlainText(html);
  // A span that mentions nobody says nothing.
  const tidy = clean.replace(/<span>([^<]*)<\/span>/g, "$1").trim();
  return textOf(tidy) === "" ? "" : tidy;
}

/** "a < b" is text; "<b>" isn't. */
function looksLikeHtml(text: string): boolean {
  return /<\/?[a-z][^<>]*>|<!--|&(#\d+|#x[\da-f]+|[a-z]+);/i.test(text);
}

function fromPlainText(text: string): string {
  const escaped = text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
  return escaped
    .split(/(?:\r?\n){2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p>${paragraph.replace(/\r?\n/g, "<br />")}</p>`)
    .join("");
}

function withParagraph(html: string): string {
  const text = html.trim();
  return text === "" || /<(p|ul|ol|pre|blockquote|h3|h4)>/.test(text) ? text : `<p>${text}</p>`;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** What a reader sees, in one line. */
export function textOf(html: string): string {
  return html
    .replace(/<(br|\/p|\/li|\/h3|\/h4|\/pre|\/blockquote)[^>]*>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] as string)
    .replace(/[\u200B-\u200D\u2060\uFEFF]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The beginning of a text, for a notification. */
export function excerptOf(html: string, length = 120): string {
  const text = [...textOf(html)];
  return text.length <= length
    ? text.join("")
    : `${text
        .slice(0, length - 1)
        .join("")
        .trimEnd()}…`;
}

const mention = /<span data-mention="([1-9]\d{0,15})">([^<]*)<\/span>/g;

/** The ids of those who are mentioned in sanitised HTML, each once. */
export function mentionsOf(html: string): number[] {
  return [...new Set([...html.matchAll(mention)].map((match) => Number(match[1])))];
}

/**
 * Sanitised HTML in which every mention carries the name that `names` gives; who isn't there is mere text, so that
 * nobody can be made to look mentioned, or called by another name.
 */
export function withRealMentions(html: string, names: ReadonlyMap<number, string>): string {
  return html.replace(mention, (_, id: string, text: string) => {
    const name = names.get(Number(id));
    return name === undefined ? text : `<span data-mention="${id}">@${sanitizeHtml(name, { allowedTags: [] })}</span>`;
  });
}
