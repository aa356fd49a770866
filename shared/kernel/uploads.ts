/** Accepted extensions and the size limit in bytes (5 MB) of task attachments. The hint below the field says 4 MB, as specified. */
export const attachmentExtensions = ["jpg", "jpeg", "png", "pdf", "docx"] as const;
export const maxAttachmentBytes = 5 * 1024 * 1024;
/** Maximum number of pixels in an image: more than most cameras produce, and few enough for every device to decode. */
export const maxImagePixels = 50_000_000;
export const attachmentAccept = attachmentExtensions.map((ending) => `.${ending}`).join(",");

export const isImageType = (type: string): boolean => type === "image/jpeg" || type === "image/png";
export const isPdfType = (type: string): boolean => type === "application/pdf";

export const previewUrlOf = (fileId: number): string => `/files/${fileId}/preview`;

export type FileRefusal = "file.empty" | "file.tooLarge" | "file.type";

/** Checks extension and size before the upload. The server also checks the content. */
export function fileRefusalOf(file: { name: string; size: number }): FileRefusal | null {
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? "";
  if (!(attachmentExtensions as readonly string[]).includes(ending)) return "file.type";
  if (file.size === 0) return "file.empty";
  return file.size > maxAttachmentBytes ? "file.tooLarge" : null;
}
