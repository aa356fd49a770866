import sanitizeHtml from "sanitize-html";

const blocks = ["p", "br", "h3", "h4", "ul", "ol", "li", "blockquote", "pre"];
const inline = ["strong", "em", "s", "u", "code", "a", "span"];

const options: sanitizeHtml.IOptions = {
  allowedTags: [...blocks, ...inline],
  allowedAttributes: { a: ["href", "rel", "target"], span: ["data-mention"] },
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
    // Links open pages that must not be able to control this page.
    a: (_, { href }) => ({
      tagName: "a",
      attribs: href ? { href, rel: "noopener noreferrer nofollow", target: "_blank" } : ({} as sanitizeHtml.Attributes),
    }),
    span: (_, attributes) => ({ tagName: "span", attribs: mentionOnly(attributes) }),
  },
  // Replaces a span without a mention by its text.
  exclusiveFilter: (frame) => (frame.tag === "span" && !frame.attribs["data-mention"] ? "excludeTag" : false),
};

const idText = /^[1-9]\d{0,15}$/;

/** Matches the source of an image in a text: the preview of an uploaded file, whose permissions apply. */
const pictureSource = /^\/files\/[1-9]\d{0,15}\/preview$/;
const longestAlt = 200;

/** Allows images of uploaded files in addition to `options`; other images are removed. */
const withPictures: sanitizeHtml.IOptions = {
  ...options,
  allowedTags: [...blocks, ...inline, "img"],
  allowedAttributes: { ...(options.allowedAttributes as object), img: ["src", "alt"] },
  transformTags: {
    ...options.transformTags,
    img: (_, { src = "", alt = "" }) => ({
      tagName: "img",
      attribs: (pictureSource.test(src)
        ? { src, alt: [...alt].slice(0, longestAlt).join("") }
        : {}) as sanitizeHtml.Attributes,
    }),
  },
  exclusiveFilter: (frame) =>
    frame.tag === "img" ? !frame.attribs.src : (options.exclusiveFilter as SpanFilter)(frame),
};
type SpanFilter = (frame: sanitizeHtml.IFrame) => boolean | "excludeTag";

function mentionOnly(attributes: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const id = attributes["data-mention"];
  return id !== undefined && idText.test(id) ? { "data-mention": id } : {};
}

/**
 * Returns HTML that is safe to show to all users. It keeps the few tags that a comment needs and only web and mail links, without styles
 * and scripts. Plain text is escaped and keeps its line breaks. Returns an empty string when nothing is readable.
 */
export function sanitizeRichText(html: string): string {
  return emptyIfBlank(looksLikeHtml(html) ? sanitizeUntilStable(html, options) : fromPlainText(html));
}

/** Like `sanitizeRichText`, but keeps images of uploaded files. The caller must check access to these files: see `picturesOf`. */
export function sanitizePicturedText(html: string): string {
  return emptyIfBlank(looksLikeHtml(html) ? sanitizeUntilStable(html, withPictures) : fromPlainText(html));
}

const emptyIfBlank = (clean: string): string =>
  plainTextOf(clean) === "" && picturesOf(clean).length === 0 ? "" : clean;

export function picturesOf(html: string): number[] {
  return [...new Set([...html.matchAll(/<img src="\/files\/(\d+)\/preview"/g)].map((match) => Number(match[1])))];
}

/** Sanitizes until the result is stable: closing open tags may nest elements that a browser would close earlier. */
function sanitizeUntilStable(html: string, rules: sanitizeHtml.IOptions): string {
  let clean = html;
  for (let round = 0; round < 5; round++) {
    const next = withParagraph(flatMentions(sanitizeHtml(clean, rules)));
    if (next === clean) break;
    clean = next;
  }
  return clean;
}

/** Reduces mentions to text: no markup, no nested mentions. */
function flatMentions(html: string): string {
  const within =
    /(<span data-mention="\d+">(?:(?!<\/?span)[^])*)<span data-mention="\d+">((?:(?!<\/?span)[^])*)<\/span>/g;
  let flat = html;
  for (let before = ""; flat !== before; ) {
    before = flat;
    flat = flat.replace(within, "$1$2");
  }
  return flat.replace(
    /(<span data-mention="\d+">)((?:(?!<\/?span)[^])*)(?=<\/span>)/g,
    (_, open: string, text: string) => {
      return open + text.replace(/<[^>]*>/g, "");
    },
  );
}

/** Whether a text contains HTML: "a < b" doesn't, "<b>" does. */
function looksLikeHtml(text: string): boolean {
  return /<\/?[a-z][^<>]*>|<!--|&(#\d+|#x[\da-f]+|[a-z]+);/i.test(text);
}

function fromPlainText(text: string): string {
  return escaped(text)
    .split(/(?:\r?\n){2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p>${paragraph.replace(/\r?\n/g, "<br />")}</p>`)
    .join("");
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

function withParagraph(html: string): string {
  const text = html.trim();
  return text === "" || /<(p|ul|ol|pre|blockquote|h3|h4|img)[ >]/.test(text) ? text : `<p>${text}</p>`;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

export function plainTextOf(html: string): string {
  return html
    .replace(/<(br|\/p|\/li|\/h3|\/h4|\/pre|\/blockquote)[^>]*>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] as string)
    .replace(/[\u200B-\u200D\u2060\uFEFF]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The beginning of a text, for a notification. Quotes are skipped unless the text consists only of quotes. */
export function excerptOf(html: string, length = 120): string {
  return truncateText(plainTextOf(withoutQuotes(html)) || plainTextOf(html), length);
}

export function truncateText(plain: string, length = 120): string {
  const text = [...plain.replace(/\s+/g, " ").trim()];
  return text.length <= length
    ? text.join("")
    : `${text
        .slice(0, length - 1)
        .join("")
        .trimEnd()}…`;
}

/** Removes innermost quotes first, since quotes may be nested. */
function withoutQuotes(html: string): string {
  const without = html.replace(/<blockquote>(?:(?!<\/?blockquote)[^])*<\/blockquote>/g, " ");
  return without === html ? html : withoutQuotes(without);
}

const mention = /<span data-mention="([1-9]\d{0,15})">([^<]*)<\/span>/g;

export function mentionsOf(html: string): number[] {
  return [...new Set([...html.matchAll(mention)].map((match) => Number(match[1])))];
}

/**
 * Replaces the text of each mention by the user's name from `names`, so that a mention can't be forged. Mentions of unknown users become
 * text.
 */
export function keepValidMentions(html: string, names: ReadonlyMap<number, string>): string {
  return html.replace(mention, (_, id: string, text: string) => {
    const name = names.get(Number(id));
    return name === undefined ? text : `<span data-mention="${id}">@${escaped(name)}</span>`;
  });
}
