import {
  attachmentAccept,
  attachmentBytes,
  attachmentEndings,
  isImageType,
  isPdfType,
  previewUrlOf,
  refusalOfFile,
} from "./attachments.rules";

const refused = (name: string, size = 1) => refusalOfFile({ name, size });

test("a file is taken by its ending, whatever its case, and by its size: something, and not more than the limit", () => {
  for (const ending of attachmentEndings) {
    expect([refused(`a.${ending}`), refused(`a.b.${ending.toUpperCase()}`)]).toEqual([null, null]);
  }
  expect(["a.exe", "a", "", "pdf", ".pdf.", "a.pdf.exe", "a.pdf "].map((name) => refused(name))).toEqual(
    Array(7).fill("file.type"),
  );
  expect([0, 1, attachmentBytes, attachmentBytes + 1].map((size) => refused("a.pdf", size))).toEqual([
    "file.missing",
    null,
    null,
    "file.tooLarge",
  ]);
  expect(attachmentBytes).toBe(5 * 1024 * 1024);
  expect(attachmentAccept).toBe(".jpg,.jpeg,.png,.pdf,.docx");
});

test("what is shown as a picture, and what as a document, goes by its type", () => {
  const types = ["image/jpeg", "image/png", "image/svg+xml", "application/pdf", "text/html", ""];
  expect(types.filter(isImageType)).toEqual(["image/jpeg", "image/png"]);
  expect(types.filter(isPdfType)).toEqual(["application/pdf"]);
  expect(previewUrlOf(7)).toBe("/files/7/preview");
});
