export interface PlainText {
  text: string;
  from: number;
  to: number;
}

export const emptyPlainText: PlainText = { text: "", from: 0, to: 0 };

export function appendParagraphs(html: string, typed: string): string {
  if (typed.trim() === "") return html;
  const paragraphs = typed.split("\n").map((line) => `<p>${escaped(line)}</p>`);
  return html + paragraphs.join("");
}

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);

/** Converts the lines of the text to editor nodes, which keep trailing spaces. */
export function paragraphNodes({ text }: PlainText) {
  return text
    .split("\n")
    .map((line) => ({ type: "paragraph", ...(line === "" ? {} : { content: [{ type: "text", text: line }] }) }));
}

/** Maps a text offset to its position in a document that ends with the text. Each line break closes one paragraph and opens another. */
export function documentPosition(documentSize: number, { text }: PlainText, offset: number): number {
  const lines = text.split("\n");
  const paragraphs = text.length - (lines.length - 1) + 2 * lines.length;
  const linesBefore = text.slice(0, offset).split("\n").length - 1;
  return documentSize - paragraphs + 1 + offset + linesBefore;
}
