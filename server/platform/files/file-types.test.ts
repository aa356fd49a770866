import { docx as docxFile, png } from "../../../tests/support/sample-files";
import { normalizeFileName } from "./files.service";
import { detectFileType } from "./file-types";

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

test.each([
  ["a photo", Buffer.from("ffd8ffe000044a46ffc0000b08000600080111", "hex"), "image/jpeg"],
  ["a JPEG without a frame", Buffer.from("ffd8ffe000044a46ffda0008", "hex"), null],
  ["a JPEG truncated in its header", Buffer.from("ffd8ffe00010", "hex"), null],
  ["a PNG", png(), "image/png"],
  ["only the PNG signature", Buffer.from("89504e470d0a1a0a", "hex"), null],
  ["a PNG with zero area", png(0, 1), null],
  ["an animated GIF", Buffer.from("GIF89a"), "image/gif"],
  ["a document", Buffer.from("%PDF-1.4"), "application/pdf"],
  ["a Word document", docxFile(), docx],
  [
    "a zip with only the entry names of a Word document",
    Buffer.from("PK\x03\x04…[Content_Types].xml…word/document.xml"),
    null,
  ],
  ["a zip", Buffer.from("PK\x03\x04"), null],
  ["an executable", Buffer.from("MZ"), null],
  ["nothing", Buffer.alloc(0), null],
  ["an HTML page", Buffer.from("<html><svg></svg></html>"), null],
  ["svg", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "image/svg+xml"],
  [
    "svg with a preamble",
    Buffer.from('\uFEFF<?xml version="1.0"?>\n<!-- <html> -->\n<!DOCTYPE svg>\n<svg>'),
    "image/svg+xml",
  ],
  ["svg under a prefix", Buffer.from("<s:svg xmlns:s='http://www.w3.org/2000/svg'>"), "image/svg+xml"],
  ["text that starts like SVG", Buffer.from("<svgx>"), null],
  ["an unterminated comment", Buffer.from("<!-- <svg>"), null],
  ["an HTML page after a comment", Buffer.from("<!-- <svg> --><html>"), null],
])("detectFileType detects the type of %s", async (_, bytes, type) => {
  expect(await detectFileType(bytes)).toBe(type);
});

test.each([
  ["plan.pdf", "plan.pdf"],
  ["Plan.PDF", "Plan.PDF"],
  ["C:\\secret\\plan.pdf", "plan.pdf"],
  ["../../etc/passwd", "passwd.pdf"],
  ["plan.exe", "plan.pdf"],
  ["a\u202efdp.exe", "afdp.pdf"],
  ['Offer "final".pdf', 'Offer "final".pdf'],
  ["Größe: 5 > 3? ü.pdf", "Größe: 5 > 3? ü.pdf"],
  ["a\r\nb.pdf", "ab.pdf"],
  ["", "file.pdf"],
  [".pdf", "file.pdf"],
  ["x".repeat(300), `${"x".repeat(120)}.pdf`],
])("normalizeFileName turns %j into %j", (fileName, expected) => {
  expect(normalizeFileName(fileName, "application/pdf")).toBe(expected);
});
