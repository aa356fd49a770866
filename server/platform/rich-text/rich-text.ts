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
    // A page that was opened from here must not be able to steer this one.
    a: (_, { href }) => ({
      tagName: "a",
      attribs: href ? { href, rel: "noopener noreferrer nofollow", target: "_blank" } : ({} as sanitizeHtml.Attributes),
    }),
    span: (_, attributes) => ({ tagName: "span", attribs: mentionOnly(attributes) }),
  },
  // A span that mentions nobody is only its text.
  exclusiveFilter: (frame) => (frame.tag === "span" && !frame.attribs["data-mention"] ? "excludeTag" : false),
};

const idText = /^[1-9]\d{0,15}$/;

/** How a picture within a text is written: the small one of a file of ours, whoever may see that. */
const pictureSource = /^\/files\/[1-9]\d{0,15}\/preview$/;
const longestAlt = 200;

/** The same with pictures, for texts whose owner keeps them. What isn't a file of ours is no picture. */
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
 * HTML that can be shown to everyone: the few tags a comment needs, no styles, no scripts, links that say where they
 * lead. Plain text is escaped and keeps its lines. Empty text when there is nothing to read.
 */
export function sanitizeRichText(html: string): string {
  return readable(looksLikeHtml(html) ? settled(html, options) : fromPlainText(html));
}

/** The same, with pictures that are files of ours. Whose they are is for whoever keeps the text to ask: `picturesOf`. */
export function sanitizePicturedText(html: string): string {
  return readable(looksLikeHtml(html) ? settled(html, withPictures) : fromPlainText(html));
}

const readable = (clean: string): string => (textOf(clean) === "" && picturesOf(clean).length === 0 ? "" : clean);

/** The ids of files that stand as pictures in sanitised HTML, each once. */
export function picturesOf(html: string): number[] {
  return [...new Set([...html.matchAll(/<img src="\/files\/(\d+)\/preview"/g)].map((match) => Number(match[1])))];
}

/** Cleaned until cleaning changes nothing: closing what was left open may nest what a browser would close by itself. */
function settled(html: string, rules: sanitizeHtml.IOptions): string {
  let clean = html;
  for (let round = 0; round < 5; round++) {
    const next = withParagraph(flatMentions(sanitizeHtml(clean, rules)));
    if (next === clean) break;
    clean = next;
  }
  return clean;
}

/** Mentions hold text and nothing else: no markup, no mention within a mention. */
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

/** "a < b" is text; "<b>" isn't. */
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

/** The beginning of a text, for a notification. What it quotes is known already, unless there is nothing else. */
export function excerptOf(html: string, length = 120): string {
  return shortened(textOf(withoutQuotes(html)) || textOf(html), length);
}

/** The beginning of plain text, on one line. */
export function shortened(plain: string, length = 120): string {
  const text = [...plain.replace(/\s+/g, " ").trim()];
  return text.length <= length
    ? text.join("")
    : `${text
        .slice(0, length - 1)
        .join("")
        .trimEnd()}…`;
}

/** From the inside out: quotes may stand within quotes. */
function withoutQuotes(html: string): string {
  const without = html.replace(/<blockquote>(?:(?!<\/?blockquote)[^])*<\/blockquote>/g, " ");
  return without === html ? html : withoutQuotes(without);
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
    return name === undefined ? text : `<span data-mention="${id}">@${escaped(name)}</span>`;
  });
}
