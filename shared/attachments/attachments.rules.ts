/** What hangs on tasks: types by their names, and the limit that is enforced. The note under the field says 4 MB. */
export const attachmentEndings = ["jpg", "jpeg", "png", "pdf", "docx"] as const;
export const attachmentBytes = 5 * 1024 * 1024;
/** More than most cameras take, and little enough for every screen to unpack. */
export const mostPixels = 50_000_000;
/** For the chooser of files. */
export const attachmentAccept = attachmentEndings.map((ending) => `.${ending}`).join(",");

export const isImageType = (type: string): boolean => type === "image/jpeg" || type === "image/png";
export const isPdfType = (type: string): boolean => type === "application/pdf";

/** Where the small picture of a file is served. */
export const previewUrlOf = (fileId: number): string => `/files/${fileId}/preview`;

export type FileRefusal = "file.missing" | "file.tooLarge" | "file.type";

/** What can be said of a file before it is sent: by its name and size. What it really is, the server finds out. */
export function refusalOfFile(file: { name: string; size: number }): FileRefusal | null {
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? "";
  if (!(attachmentEndings as readonly string[]).includes(ending)) return "file.type";
  if (file.size === 0) return "file.missing";
  return file.size > attachmentBytes ? "file.tooLarge" : null;
}
