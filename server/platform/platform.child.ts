import type { ChildTasks } from "./child-processes";

export const platformChildTasks = {
  file: async () => {
    const { detectFile } = await import("./files/file-types");
    return (bytes) => detectFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  },
  richText: async () => (await import("./rich-text/rich-text")).sanitizeRichText,
  picturedText: async () => (await import("./rich-text/rich-text")).sanitizePicturedText,
  xlsx: async () => (await import("./spreadsheet")).xlsxOf,
  mark: async () => (await import("./files/image-mark")).renderSmallImage,
  upright: async () => (await import("./files/image-metadata")).renderUpright,
} satisfies ChildTasks;
