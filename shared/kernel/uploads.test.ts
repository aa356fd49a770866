import {
  attachmentAccept,
  maxAttachmentBytes,
  attachmentExtensions,
  isImageType,
  isPdfType,
  previewUrlOf,
  fileRefusalOf,
} from "./uploads";

const refused = (name: string, size = 1) => fileRefusalOf({ name, size });

test("accepts allowed extensions, ignoring case, and non-empty files up to the limit", () => {
  for (const ending of attachmentExtensions) {
    expect([refused(`a.${ending}`), refused(`a.b.${ending.toUpperCase()}`)]).toEqual([null, null]);
  }
  expect(["a.exe", "a", "", "pdf", ".pdf.", "a.pdf.exe", "a.pdf "].map((name) => refused(name))).toEqual(
    Array(7).fill("file.type"),
  );
  expect([0, 1, maxAttachmentBytes, maxAttachmentBytes + 1].map((size) => refused("a.pdf", size))).toEqual([
    "file.empty",
    null,
    null,
    "file.tooLarge",
  ]);
  expect(maxAttachmentBytes).toBe(5 * 1024 * 1024);
  expect(attachmentAccept).toBe(".jpg,.jpeg,.png,.pdf,.docx");
});

test("isImageType and isPdfType accept JPEG, PNG and PDF only", () => {
  const types = ["image/jpeg", "image/png", "image/svg+xml", "application/pdf", "text/html", ""];
  expect(types.filter(isImageType)).toEqual(["image/jpeg", "image/png"]);
  expect(types.filter(isPdfType)).toEqual(["application/pdf"]);
  expect(previewUrlOf(7)).toBe("/files/7/preview");
});
