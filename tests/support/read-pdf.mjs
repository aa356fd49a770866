import { readFileSync } from "node:fs";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

// Prints the text of a PDF as JSON, one string per page. A separate program, since Jest loads no ES modules.
const data = new Uint8Array(readFileSync(0));
const pdf = await getDocument({ data, isEvalSupported: false, useSystemFonts: false, verbosity: 0 }).promise;
const pages = [];
for (let at = 1; at <= pdf.numPages; at++) {
  const { items } = await (await pdf.getPage(at)).getTextContent();
  pages.push(items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join(""));
}
process.stdout.write(JSON.stringify(pages));
