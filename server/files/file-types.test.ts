import { docx as docxFile, png } from "../../tests/support/sample-files";
import { fileName } from "./files.service";
import { typeOf } from "./file-types";

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

test.each([
  ["a photo", Buffer.from("ffd8ffe000044a46ffc0000b08000600080111", "hex"), "image/jpeg"],
  ["a photo without a frame", Buffer.from("ffd8ffe000044a46ffda0008", "hex"), null],
  ["a photo that ends in its head", Buffer.from("ffd8ffe00010", "hex"), null],
  ["a drawing of pixels", png(), "image/png"],
  ["the signature of a drawing and nothing else", Buffer.from("89504e470d0a1a0a", "hex"), null],
  ["a drawing without an area", png(0, 1), null],
  ["a moving picture", Buffer.from("GIF89a"), "image/gif"],
  ["a document", Buffer.from("%PDF-1.4"), "application/pdf"],
  ["a Word document", docxFile(), docx],
  ["the names of a Word document", Buffer.from("PK\x03\x04…[Content_Types].xml…word/document.xml"), null],
  ["a zip", Buffer.from("PK\x03\x04"), null],
  ["a program", Buffer.from("MZ"), null],
  ["nothing", Buffer.alloc(0), null],
  ["a page", Buffer.from("<html><svg></svg></html>"), null],
  ["svg", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "image/svg+xml"],
  [
    "svg with a preamble",
    Buffer.from('\uFEFF<?xml version="1.0"?>\n<!-- <html> -->\n<!DOCTYPE svg>\n<svg>'),
    "image/svg+xml",
  ],
  ["svg under a prefix", Buffer.from("<s:svg xmlns:s='http://www.w3.org/2000/svg'>"), "image/svg+xml"],
  ["something that begins like svg", Buffer.from("<svgx>"), null],
  ["a comment that never ends", Buffer.from("<!-- <svg>"), null],
  ["a page behind a comment", Buffer.from("<!-- <svg> --><html>"), null],
])("%s", async (_, bytes, type) => {
  expect(await typeOf(bytes)).toBe(type);
});

test.each([
  ["plan.pdf", "plan.pdf"],
  ["Plan.PDF", "Plan.PDF"],
  ["C:\\secret\\plan.pdf", "plan.pdf"],
  ["../../etc/passwd", "passwd.pdf"],
  ["plan.exe", "plan.pdf"],
  ["a\u202efdp.exe", "afdp.pdf"],
  ["", "file.pdf"],
  [".pdf", "file.pdf"],
  ["x".repeat(300), `${"x".repeat(120)}.pdf`],
])("the name %j is kept as %j", (given, kept) => {
  expect(fileName(given, "application/pdf")).toBe(kept);
});
