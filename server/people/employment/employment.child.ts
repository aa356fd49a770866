import type { ChildTasks } from "../../platform/child-processes";

export const employmentChildTasks = {
  promotionLetter: async () => (await import("./letter.pdf")).renderPromotionLetter,
} satisfies ChildTasks;
