import { parseDocument } from "htmlparser2";
import { unescapeText } from "../../platform/rich-text/escape";

type Node = ReturnType<typeof parseDocument>["children"][number];

const inlineMarks: Readonly<Record<string, string>> = { strong: "**", em: "*", s: "~~" };
const headings: Readonly<Record<string, string>> = { h3: "###", h4: "####" };
/** Characters that would start formatting; others are left as they are, because the text is read by people. */
const formatting = /[\\`*_[\]<>~]/g;
/** Characters that start a list, a heading or a quote at the beginning of a line. */
const lineStart = /^(\s*)([#+>-]|\d+(?=[.)]))/;

/** Converts sanitized HTML to Markdown. Tables become one line per row. */
export function markdownOfHtml(html: string): string {
  const { children } = parseDocument(html, { decodeEntities: false, xmlMode: true });
  return blocksOf(children)
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const blocksOf = (nodes: readonly Node[]): string => nodes.map(blockOf).join("");

function blockOf(node: Node): string {
  if (!("attribs" in node)) return inlineOf(node);
  const { name, children } = node;
  const heading = headings[name];
  if (heading) return `\n\n${heading} ${inlinesOf(children)}\n\n`;
  if (name === "p") return `\n\n${escapeLineStarts(inlinesOf(children))}\n\n`;
  if (name === "ul" || name === "ol") return listOf(node);
  if (name === "blockquote") return `\n\n${quote(blocksOf(children).trim())}\n\n`;
  if (name === "pre") return `\n\n${fence(textOf(node))}\n\n`;
  if (name === "table") return `\n\n${rowsOf(node).join("\n")}\n\n`;
  return inlineOf(node);
}

function listOf(list: Extract<Node, { attribs: unknown }>): string {
  const start = Number(list.attribs.start ?? 1);
  const items = list.children.filter((child) => "attribs" in child);
  const lines = items.map((item, at) => {
    const bullet = list.name === "ol" ? `${start + at}. ` : "- ";
    const content = blocksOf(item.children)
      .replace(/\n{2,}/g, "\n")
      .trim();
    const [first = "", ...rest] = content.split("\n");
    return [`${bullet}${first}`, ...rest.map((line) => `${" ".repeat(bullet.length)}${line}`)].join("\n");
  });
  return `\n\n${lines.join("\n")}\n\n`;
}

const rowsOf = (node: Node): string[] => {
  if (!("attribs" in node)) return [];
  if (node.name !== "tr") return node.children.flatMap(rowsOf);
  return [node.children.map((cell) => ("attribs" in cell ? oneLine(blocksOf(cell.children)) : "")).join(" | ")];
};

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

const quote = (text: string): string =>
  text
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");

/** The fence is longer than any in the code. */
function fence(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const marks = "`".repeat(longest + 1);
  return `${marks}\n${code.replace(/\n$/, "")}\n${marks}`;
}

const inlinesOf = (nodes: readonly Node[]): string => nodes.map(inlineOf).join("");

function inlineOf(node: Node): string {
  if (!("attribs" in node)) return "data" in node ? unescapeText(node.data).replace(formatting, "\\$&") : "";
  const { name, children, attribs } = node;
  const mark = inlineMarks[name];
  if (mark) return marked(inlinesOf(children), mark);
  if (name === "br") return "  \n";
  if (name === "code") return codeOf(textOf(node));
  if (name === "a") return linkOf(inlinesOf(children), textOf(node), unescapeText(attribs.href ?? ""));
  return inlinesOf(children);
}

/** Spaces next to a mark would make it text. */
function marked(text: string, mark: string): string {
  const [, before = "", content = "", after = ""] = /^(\s*)([^]*?)(\s*)$/.exec(text) ?? [];
  return content === "" ? text : `${before}${mark}${content}${mark}${after}`;
}

function codeOf(code: string): string {
  if (code === "") return "";
  return code.includes("`") ? `\`\` ${code} \`\`` : `\`${code}\``;
}

function linkOf(label: string, plainLabel: string, address: string): string {
  if (address === "" || plainLabel === address) return address === "" ? label : `<${address}>`;
  return `[${label}](<${address.replace(/[<>]/g, (sign) => encodeURIComponent(sign))}>)`;
}

const escapeLineStarts = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.replace(lineStart, (_, spaces: string, sign: string) => `${spaces}${escapeStart(sign)}`))
    .join("\n");

/** The sign after a number is escaped, because Markdown doesn't escape digits. */
const escapeStart = (sign: string): string => (/^\d/.test(sign) ? `${sign}\\` : `\\${sign}`);

function textOf(node: Node): string {
  if ("attribs" in node) return node.name === "br" ? "\n" : node.children.map(textOf).join("");
  return "data" in node ? unescapeText(node.data) : "";
}
