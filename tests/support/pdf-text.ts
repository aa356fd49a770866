import { execFileSync } from "node:child_process";
import path from "node:path";

export function pdfText(pdf: Uint8Array): string[] {
  const program = path.join(__dirname, "read-pdf.mjs");
  return JSON.parse(execFileSync(process.execPath, [program], { input: pdf, encoding: "utf8" })) as string[];
}
