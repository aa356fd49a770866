import sanitizeHtml from "sanitize-html";
import { maxPictureAltLength } from "../../../shared/kernel/fields";
import { isBlank, truncateText } from "../../../shared/kernel/text/truncate";
import { escapeText, unescapeText } from "./escape";
import { linkAttributes, linkedHtml, normalizeRichText } from "./normalize";

const blocks = ["p", "br", "h3", "h4", "ul", "ol", "li", "blockquote", "pre"];
const tables = ["table", "thead", "tbody", "tr", "th", "td"];
/** Other elements that end a line. Without this list, the texts of adjacent elements would run together. */
const otherBlocks =
  "div section article aside header footer main nav address figure figcaption center dl dt dd form fieldset legend details summary caption hr";
const inline = ["strong", "em", "s", "u", "code", "a", "span"];

const options: sanitizeHtml.IOptions = {
  allowedTags: [...blocks, ...tables, ...inline],
  allowedAttributes: {
    a: ["href", "rel", "target"],
    span: ["data-mention"],
    ol: ["start"],
    td: ["colspan", "rowspan"],
    th: ["colspan", "rowspan"],
  },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nestingLimit: 32,
  transformTags: {
    b: "strong",
    i: "em",
    del: "s",
    strike: "s",
    h1: "h3",
    h2: "h3",
    h5: "h4",
    h6: "h4",
    ...Object.fromEntries(otherBlocks.split(" ").map((name) => [name, "p"])),
    // Links open pages that must not be able to control this page.
    a: (_, { href }) => ({
      tagName: "a",
      attribs: href ? linkAttributes(href) : ({} as sanitizeHtml.Attributes),
    }),
    ol: (_, { start = "" }) => ({
      tagName: "ol",
      attribs: (/^[1-9]\d{0,5}$/.test(start) && start !== "1" ? { start } : {}) as sanitizeHtml.Attributes,
    }),
    span: (_, attributes) => ({ tagName: "span", attribs: mentionOnly(attributes) }),
  },
  // Replaces a span without a mention by its text.
  exclusiveFilter: (frame) => (frame.tag === "span" && !frame.attribs["data-mention"] ? "excludeTag" : false),
};

const idText = /^[1-9]\d{0,15}$/;

/** Matches the source of an image in a text: the preview of an uploaded file, whose permissions apply. */
const pictureSource = /^\/files\/[1-9]\d{0,15}\/preview$/;

/** Allows images of uploaded files in addition to `options`; other images are removed. */
const withPictures: sanitizeHtml.IOptions = {
  ...options,
  allowedTags: [...blocks, ...tables, ...inline, "img"],
  allowedAttributes: { ...(options.allowedAttributes as object), img: ["src", "alt"] },
  transformTags: {
    ...options.transformTags,
    img: (_, { src = "", alt = "" }) => ({
      tagName: "img",
      attribs: (pictureSource.test(src)
        ? { src, alt: [...alt].slice(0, maxPictureAltLength).join("") }
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
  isBlank(plainTextOf(clean)) && picturesOf(clean).length === 0 ? "" : clean;

export function picturesOf(html: string): number[] {
  return [...new Set([...html.matchAll(/<img src="\/files\/(\d+)\/preview"/g)].map((match) => Number(match[1])))];
}

/** Sanitizes until the result is stable: closing open tags may nest elements that a browser would close earlier. */
function sanitizeUntilStable(html: string, rules: sanitizeHtml.IOptions): string {
  let clean = html;
  for (let round = 0; round < 5; round++) {
    const next = normalizeRichText(sanitizeHtml(clean, rules));
    if (next === clean) break;
    clean = next;
  }
  return clean;
}

/** Whether a text contains HTML: "a < b" doesn't, "<b>" does. */
function looksLikeHtml(text: string): boolean {
  return /<\/?[a-z][^<>]*>|<!--|&(#\d+|#x[\da-f]+|[a-z]+);/i.test(text);
}

function fromPlainText(text: string): string {
  return text
    .split(/(?:\r?\n){2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p>${linkedHtml(paragraph).replace(/\r?\n/g, "<br />")}</p>`)
    .join("");
}

/** Invisible characters that only programs need. Joiners are kept, because Kurdish and Persian words and emoji sequences need them. */
const markers = /[\u200b\u2060\ufeff]/g;

/** Returns the text of sanitized HTML in one line, except that each table row has a line with tabs between its cells. */
export function plainTextOf(html: string): string {
  const text = html
    .replace(/\s+/g, " ")
    .replace(/<(br|\/p|\/li|\/h3|\/h4|\/pre|\/blockquote)[^>]*>/g, " ")
    .replace(/<\/t[dh]>/g, "\t")
    .replace(/<\/?t(r|able)>/g, "\n")
    .replace(/<[^>]*>/g, "");
  return unescapeText(text)
    .replace(markers, "")
    .split("\n")
    .map((line) =>
      line
        .replace(/[^\S\t]+/g, " ")
        .replace(/ ?\t ?/g, "\t")
        .trim(),
    )
    .filter(Boolean)
    .join("\n");
}

/** The beginning of a text, for a notification. Quotes are skipped unless the text consists only of quotes. */
export function excerptOf(html: string, length = 120): string {
  const plain = plainTextOf(withoutQuotes(html)) || plainTextOf(html);
  return truncateText(plain.replace(/\s+/g, " "), length);
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
    return name === undefined ? text : `<span data-mention="${id}">@${escapeText(name)}</span>`;
  });
}

/** Replaces each mention by the text of its user. */
export const replaceMentions = (html: string, textOf: (userId: number) => string): string =>
  html.replace(mention, (_, id: string) => escapeText(textOf(Number(id))));

/** Replaces the user's id in each mention. Mentions without a new id become text. */
export const mapMentionIds = (html: string, idOf: (userId: number) => number | undefined): string =>
  html.replace(mention, (_, id: string, text: string) => {
    const newId = idOf(Number(id));
    return newId === undefined ? text : `<span data-mention="${newId}">${text}</span>`;
  });
