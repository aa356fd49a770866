/** What was typed before the editor was there, and where in it one was. */
export interface PlainText {
  text: string;
  from: number;
  to: number;
}

export const noText: PlainText = { text: "", from: 0, to: 0 };

/** Lines of plain text as paragraphs below what is there. */
export function htmlWith(html: string, typed: string): string {
  if (typed.trim() === "") return html;
  const paragraphs = typed.split("\n").map((line) => `<p>${escaped(line)}</p>`);
  return html + paragraphs.join("");
}

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);

/** The same lines as the editor's own nodes, which keep blanks at the ends of lines. */
export function nodesOf({ text }: PlainText) {
  return text
    .split("\n")
    .map((line) => ({ type: "paragraph", ...(line === "" ? {} : { content: [{ type: "text", text: line }] }) }));
}

/** Where an offset in the text is in a document that ends with its paragraphs. A new line closes one and opens another. */
export function positionIn(documentSize: number, { text }: PlainText, offset: number): number {
  const lines = text.split("\n");
  const paragraphs = text.length - (lines.length - 1) + 2 * lines.length;
  const linesBefore = text.slice(0, offset).split("\n").length - 1;
  return documentSize - paragraphs + 1 + offset + linesBefore;
}
