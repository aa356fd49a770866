import type { ChildTasks } from "../../platform/child-processes";

export const importsChildTasks = {
  boardFile: async () => (await import("./read-board-file")).readBoardFile,
} satisfies ChildTasks;
