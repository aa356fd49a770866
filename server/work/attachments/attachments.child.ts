import type { ChildTasks } from "../../platform/child-processes";

export const attachmentsChildTasks = {
  preview: async () => (await import("./render-preview")).renderPreview,
} satisfies ChildTasks;
