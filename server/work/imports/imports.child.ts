import type { ChildTasks } from "../../platform/child-processes";

export const importsChildTasks = {
  boardArchiveFiles: async () => (await import("./board-archive")).readArchiveFiles,
  boardFile: async () => (await import("./read-board-file")).readBoardFile,
} satisfies ChildTasks;
