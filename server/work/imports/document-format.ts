import { escapeAttribute, escapeText } from "../../platform/rich-text/escape";
import { isRecord, recordsOf, textOf } from "./json";

/**
 * Converts the Atlassian Document Format (JSON) to HTML, which isn't sanitized. `onUnknown` is called with the type of each node that has no
 * equivalent; its text is kept.
 */
export function htmlOfDocument(document: unknown, onUnknown: (type: string) => void): string {
  if (typeof document === "string") return `<p>${escapeText(document)}</p>`;
  return isRecord(document) ? contentOf(document, onUnknown) : "";
}

/** The words of a document on one line, without marks. */
export const plainTextOfDocument = (document: Node): string => wordsOf(document).replace(/\s+/g, " ").trim();

function wordsOf(node: Node): string {
  const attributes = isRecord(node.attrs) ? node.attrs : {};
  const isLine = node.type === "paragraph" || node.type === "heading";
  const content = recordsOf(node.content)
    .map(wordsOf)
    .join(isLine ? "" : " ");
  return content || (textOf(node.text) ?? textOf(attributes.text) ?? textOf(attributes.url) ?? "");
}

const contentOf = (node: Node, onUnknown: OnUnknown): string =>
  recordsOf(node.content)
    .map((child) => htmlOfNode(child, onUnknown))
    .join("");

type Node = Record<string, unknown>;
type OnUnknown = (type: string) => void;

/** Nodes that are one element with their content. */
const elements: ReadonlyMap<string, string> = new Map([
  ["paragraph", "p"],
  ["bulletList", "ul"],
  ["listItem", "li"],
  ["blockquote", "blockquote"],
  ["panel", "blockquote"],
  ["tableRow", "tr"],
  ["tableHeader", "th"],
  ["tableCell", "td"],
  ["taskList", "ul"],
  ["decisionList", "ul"],
  ["caption", "p"],
]);

/** Nodes whose content takes their place. */
const transparent = new Set([
  "doc",
  "mediaSingle",
  "mediaGroup",
  "layoutSection",
  "layoutColumn",
  "bodiedExtension",
  "nestedExpand",
  "expand",
  "blockTaskItem",
]);

function htmlOfNode(node: Node, onUnknown: OnUnknown): string {
  const type = textOf(node.type) ?? "";
  const attributes = isRecord(node.attrs) ? node.attrs : {};
  const content = () => contentOf(node, onUnknown);
  const element = elements.get(type);
  if (element) return `<${element}>${content()}</${element}>`;
  if (transparent.has(type)) return titleOf(attributes) + content();
  switch (type) {
    case "text":
      return markedText(node);
    case "hardBreak":
      return "<br>";
    case "rule":
      return "";
    case "heading": {
      const level = Number(attributes.level);
      const tag = level >= 1 && level <= 6 ? `h${Math.trunc(level)}` : "h3";
      return `<${tag}>${content()}</${tag}>`;
    }
    case "orderedList":
      return `<ol start="${Number(attributes.order) || 1}">${content()}</ol>`;
    case "codeBlock":
      return `<pre>${content()}</pre>`;
    case "table":
      return `<table><tbody>${content()}</tbody></table>`;
    case "taskItem":
      return `<li>${attributes.state === "DONE" ? "☑" : "☐"} ${content()}</li>`;
    case "decisionItem":
      return `<li>${content()}</li>`;
    case "mention":
      return escapeText(mentionText(textOf(attributes.text) ?? textOf(attributes.id) ?? ""));
    case "emoji":
      return escapeText(textOf(attributes.text) ?? textOf(attributes.shortName) ?? "");
    case "date":
      return escapeText(dayText(attributes.timestamp));
    case "status":
      return `<strong>${escapeText(textOf(attributes.text) ?? "")}</strong>`;
    case "inlineCard":
    case "blockCard":
    case "embedCard":
      return linkHtml(textOf(attributes.url) ?? "");
    case "media":
    case "mediaInline":
      return escapeText(textOf(attributes.alt) ?? "");
    default:
      onUnknown(type);
      return content() || escapeText(textOf(node.text) ?? textOf(attributes.text) ?? "");
  }
}

const titleOf = (attributes: Node): string => {
  const title = textOf(attributes.title);
  return title ? `<p><strong>${escapeText(title)}</strong></p>` : "";
};

const mentionText = (name: string): string => (name.startsWith("@") ? name : `@${name}`);

const dayText = (timestamp: unknown): string => {
  const date = new Date(Number(timestamp));
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
};

const linkHtml = (address: string, text = escapeText(address)): string =>
  `<a href="${escapeAttribute(address)}">${text}</a>`;

const marks: ReadonlyMap<string, string> = new Map([
  ["strong", "strong"],
  ["em", "em"],
  ["strike", "s"],
  ["underline", "u"],
  ["code", "code"],
]);

function markedText(node: Node): string {
  return recordsOf(node.marks).reduce(
    (html, { type, attrs }) => {
      if (type === "link") return linkHtml((isRecord(attrs) && textOf(attrs.href)) || "", html);
      const tag = marks.get(textOf(type) ?? "");
      return tag ? `<${tag}>${html}</${tag}>` : html;
    },
    escapeText(textOf(node.text) ?? ""),
  );
}
