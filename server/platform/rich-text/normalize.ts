import { parseDocument } from "htmlparser2";
import { findLinks } from "../../../shared/kernel/text/links";
import { escapeAttribute, escapeText, unescapeText } from "./escape";

/** Escaped text, or an element whose attribute values are escaped. */
type Content = string | Tag;
interface Tag {
  name: string;
  attributes: Record<string, string>;
  content: Content[];
}

/** Maximum positions in all tables of a text: more would freeze the editor. */
const maxCells = 5_000;
const maxSpan = 100;
const emptyCellLength = "<td><p></p></td>".length;

/** Cells that the tables of a text may still have, and how many of them may be added to complete rows. */
interface CellBudget {
  cells: number;
  added: number;
}

interface Place {
  inCell?: boolean;
  inLink?: boolean;
  budget: CellBudget;
}

/**
 * Brings sanitized HTML into the form that the editor produces: paragraphs around loose text, no block inside a paragraph, rectangular
 * tables with blocks in their cells, only text in mentions, and links for addresses.
 */
export function normalizeRichText(html: string): string {
  // A few large spans would make a short text long, so the added cells together are at most as long as the text.
  const budget = { cells: maxCells, added: Math.floor(html.length / emptyCellLength) };
  const blocks = blocksOf(parse(html), { budget });
  return inParagraphs(blocks).map(serialize).join("");
}

export const linkAttributes = (href: string) => ({ href, rel: "noopener noreferrer nofollow", target: "_blank" });

/** HTML of a plain text, with links for its addresses. */
export const linkedHtml = (text: string): string => linked(escapeText(text)).map(serialize).join("");

const element = (name: string, content: Content[], attributes: Tag["attributes"] = {}): Tag => ({
  name,
  attributes,
  content,
});

function parse(html: string): Content[] {
  type Parsed = ReturnType<typeof parseDocument>["children"][number];
  const read = (nodes: readonly Parsed[]): Content[] =>
    nodes.flatMap((node): Content[] => {
      if ("attribs" in node) return [element(node.name, read(node.children), node.attribs)];
      return "data" in node ? [node.data] : [];
    });
  // Sanitized HTML is well-formed XML. The rules of HTML would end a paragraph at the first block in it.
  return read(parseDocument(html, { decodeEntities: false, xmlMode: true }).children);
}

function serialize(node: Content): string {
  if (typeof node === "string") return node;
  const { name, attributes, content } = node;
  const start = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${value}"`)].join(" ");
  return name === "br" || name === "img" ? `<${start} />` : `<${start}>${content.map(serialize).join("")}</${name}>`;
}

const textBlocks = new Set(["p", "h3", "h4"]);
const blocks = new Set([...textBlocks, "ul", "ol", "li", "blockquote", "pre", "img", "table"]);
const partsOfTables = new Set(["thead", "tbody", "tr", "th", "td"]);

const isTag = (node: Content): node is Tag => typeof node !== "string";
const isBlock = (node: Content): node is Tag => isTag(node) && blocks.has(node.name);
const isCell = (node: Content): node is Tag => isTag(node) && (node.name === "td" || node.name === "th");
const isRow = (node: Content): node is Tag => isTag(node) && node.name === "tr";
const isSpace = (node: Content): boolean => typeof node === "string" && node.trim() === "";
const hasTable = ({ content }: Tag): boolean =>
  content.some((node) => isTag(node) && (node.name === "table" || partsOfTables.has(node.name) || hasTable(node)));

function blocksOf(content: readonly Content[], place: Place): Content[] {
  return content.flatMap((node): Content[] => {
    if (!isTag(node)) return place.inLink ? [node] : linked(node);
    const { name, attributes } = node;
    if (name === "table") return tableOf(node, place);
    if (name === "tr") return [rowAsParagraph(node.content, place)];
    if (partsOfTables.has(name)) return inParagraphs(blocksOf(node.content, place));
    if (name === "span") return [element(name, [textOf(node)], attributes)];
    const isText = name === "a" || name === "code" || name === "pre";
    const inner = blocksOf(node.content, isText ? { ...place, inLink: true } : place);
    if (!blocks.has(name)) return hasTable(node) ? inner : [{ ...node, content: inner }];
    return textBlocks.has(name) && inner.some(isBlock) ? inParagraphs(inner, name) : [{ ...node, content: inner }];
  });
}

/** Puts the text between blocks into paragraphs. */
function inParagraphs(content: readonly Content[], name = "p"): Tag[] {
  const found: Tag[] = [];
  let text: Content[] = [];
  for (const node of [...content, null]) {
    if (node !== null && !isBlock(node)) {
      text.push(node);
      continue;
    }
    if (!text.every(isSpace)) found.push(element(name, trimmed(text)));
    if (node !== null) found.push(node);
    text = [];
  }
  return found;
}

const trimmed = (content: readonly Content[]): Content[] =>
  content.map((node, index) => {
    if (isTag(node)) return node;
    const text = index === 0 ? node.trimStart() : node;
    return index === content.length - 1 ? text.trimEnd() : text;
  });

const textOf = (node: Content): string => (isTag(node) ? node.content.map(textOf).join("") : node);

function linked(escaped: string): Content[] {
  const text = unescapeText(escaped);
  const found = findLinks(text);
  if (found.length === 0) return [escaped];
  let at = 0;
  const content = found.flatMap(({ start, end, href }): Content[] => {
    const before = text.slice(at, start);
    at = end;
    return [
      escapeText(before),
      element("a", [escapeText(text.slice(start, end))], linkAttributes(escapeAttribute(href))),
    ];
  });
  return [...content, escapeText(text.slice(at))];
}

/** Returns a table, without spans if they need too many cells, or paragraphs: in another table, and beyond the limit. */
function tableOf(table: Tag, place: Place): Content[] {
  const { rows, others } = rowsOf(table);
  const grid = place.inCell
    ? null
    : (rectangular(rows, place.budget) ?? rectangular(rows.map(withoutSpans), place.budget));
  const paragraphs = inParagraphs(blocksOf(others, place));
  if (!grid) return [...paragraphs, ...rows.map((cells) => rowAsParagraph(cells, place))];
  const inCell = { ...place, inCell: true };
  const trs = grid.map((cells) =>
    element(
      "tr",
      cells.map((cell) => ({ ...cell, content: cellContent(cell, inCell) })),
    ),
  );
  return trs.length === 0 ? paragraphs : [...paragraphs, element("table", [element("tbody", trs)])];
}

function cellContent(cell: Tag, place: Place): Content[] {
  const content = inParagraphs(blocksOf(cell.content, place));
  return content.length > 0 ? content : [element("p", [])];
}

/** Returns the rows of a table and its other content, such as a caption. Cells outside of a row are put into one. */
function rowsOf(table: Tag): { rows: Tag[][]; others: Content[] } {
  const rows: Tag[][] = [];
  const others: Content[] = [];
  const read = (content: readonly Content[], inHeader: boolean) => {
    let row: Tag[] | null = null;
    for (const node of content) {
      if (isCell(node)) {
        if (!row) rows.push((row = []));
        row.push(inHeader ? { ...node, name: "th" } : node);
      } else if (isRow(node)) {
        row = null;
        const cells = node.content
          .filter((one) => !isSpace(one))
          .map((one) => (isCell(one) ? one : element("td", [one])));
        rows.push(inHeader ? cells.map((cell) => ({ ...cell, name: "th" })) : cells);
      } else if (isTag(node) && partsOfTables.has(node.name)) {
        row = null;
        read(node.content, node.name === "thead");
      } else others.push(node);
    }
  };
  read(table.content, false);
  return { rows, others };
}

const withoutSpans = (cells: readonly Tag[]): Tag[] => cells.map((cell) => ({ ...cell, attributes: {} }));

/** Returns the rows with valid spans and a cell at each position, as the editor requires; null when the budget doesn't suffice. */
function rectangular(rows: readonly Tag[][], budget: CellBudget): Tag[][] | null {
  const covered: number[] = []; // for each column, the number of rows that a cell above still covers
  const filled: { cells: Tag[]; width: number }[] = [];
  for (const [index, cells] of rows.entries()) {
    let column = 0;
    const placed = cells.map((cell) => {
      while (covered[column]) column++;
      const free = covered.findIndex((count, at) => at > column && count > 0);
      const colspan = Math.min(spanOf(cell, "colspan"), free < 0 ? maxSpan : free - column);
      const rowspan = Math.min(spanOf(cell, "rowspan"), rows.length - index);
      const end = column + colspan;
      while (column < end) covered[column++] = rowspan;
      const spans = { ...(colspan > 1 && { colspan: `${colspan}` }), ...(rowspan > 1 && { rowspan: `${rowspan}` }) };
      return { ...cell, attributes: spans };
    });
    if (covered.length * rows.length > budget.cells) return null;
    const width = covered.reduce((count, left) => count + (left > 0 ? 1 : 0), 0);
    covered.forEach((left, at) => void (covered[at] = Math.max(0, left - 1)));
    if (width > 0) filled.push({ cells: placed, width });
  }
  const added = filled.reduce((sum, { width }) => sum + covered.length - width, 0);
  if (added > budget.added) return null;
  budget.cells -= covered.length * rows.length;
  budget.added -= added;
  return filled.map(({ cells, width }) => {
    const missing = covered.length - width;
    const name = cells.length > 0 && cells.every((cell) => cell.name === "th") ? "th" : "td";
    return [...cells, ...Array.from({ length: missing }, () => element(name, []))];
  });
}

function spanOf(cell: Tag, name: "colspan" | "rowspan"): number {
  const span = cell.attributes[name] ?? "";
  return /^\d{1,9}$/.test(span) ? Math.min(Math.max(Number(span), 1), maxSpan) : 1;
}

/** Joins the texts of a row's cells, with marks between them. */
function rowAsParagraph(cells: readonly Content[], place: Place): Tag {
  const inCell = { ...place, inCell: true };
  const texts = cells
    .filter((cell) => !isSpace(cell))
    .map((cell) => inline(blocksOf(isCell(cell) ? cell.content : [cell], inCell)));
  return element(
    "p",
    texts.flatMap((text, index) => (index === 0 ? text : [" | ", ...text])),
  );
}

/** Joins the content of blocks in one line. */
const inline = (content: readonly Content[]): Content[] =>
  inParagraphs(content).flatMap((block, index) => {
    const isLeaf = textBlocks.has(block.name) || block.name === "pre";
    const text = isLeaf ? block.content : block.name === "img" ? [block] : inline(block.content);
    return index === 0 ? text : [" ", ...text];
  });
