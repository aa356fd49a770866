import { newsDrawings } from "../communication/news/demo/news.drawings";
import type { DrawnFile, DrawnFiles } from "../platform/demo/demo.rows";
import { demoDocuments, demoDrawings } from "../work/tasks/demo/demo.drawings";

export async function drawFiles(): Promise<DrawnFiles> {
  const { default: sharp } = await import("sharp");
  const pictures = Object.entries({ ...demoDrawings, ...newsDrawings }).map(
    async ([name, svg]): Promise<[string, DrawnFile]> => {
      const bytes = await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
      const preview = await sharp(bytes).resize({ width: 640 }).webp({ quality: 80, effort: 1 }).toBuffer();
      return [name, { type: "image/png", bytes, preview }];
    },
  );
  const documents = Object.entries(demoDocuments).map(([name, lines]): [string, DrawnFile] => [
    name,
    { type: "application/pdf", bytes: pdfOf(lines), preview: null },
  ]);
  return new Map([...(await Promise.all(pictures)), ...documents]);
}

function pdfOf(lines: readonly string[]): Buffer {
  const textLines = lines.map((line) => `(${line.replace(/[()\\]/g, "\\$&")}) Tj T*`).join("\n");
  const content = `BT /F1 14 Tf 22 TL 72 740 Td\n${textLines}\nET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let text = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  return Buffer.from(`${text}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
}
