import { type Priority, priorities } from "../../../../shared/work/tasks/tasks.fields";
import { readStored, writeStored } from "../../../platform/browser-storage";

/** The unsent content of the dialog, kept in this browser until the task is created. */
export interface NewTaskDraft {
  projectId: number | null;
  columnId: number | null;
  /** As typed, with the parts that are recognized in it. */
  title: string;
  /** Recognized parts that the user wants to keep as text. */
  literal: readonly string[];
  userIds: readonly number[];
  tagIds: readonly number[];
  priority: Priority | null;
  due: string | null;
  description: string;
}

export const emptyDraft: NewTaskDraft = {
  projectId: null,
  columnId: null,
  title: "",
  literal: [],
  userIds: [],
  tagIds: [],
  priority: null,
  due: null,
  description: "",
};

const key = "portal.draft.new-task";

const ids = (value: unknown): number[] => (Array.isArray(value) ? value.filter((id) => Number.isSafeInteger(id)) : []);
const idOrNull = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : null);
const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** Unknown parts, stored by another version of the client, are ignored. */
export function readNewTaskDraft(): NewTaskDraft {
  try {
    const kept = JSON.parse(readStored(key) ?? "{}") as Partial<Record<keyof NewTaskDraft, unknown>>;
    return {
      projectId: idOrNull(kept.projectId),
      columnId: idOrNull(kept.columnId),
      title: textOf(kept.title),
      literal: Array.isArray(kept.literal) ? kept.literal.filter((one) => typeof one === "string") : [],
      userIds: ids(kept.userIds),
      tagIds: ids(kept.tagIds),
      priority: priorities.find((one) => one === kept.priority) ?? null,
      due: typeof kept.due === "string" && /^\d{4}-\d\d-\d\d$/.test(kept.due) ? kept.due : null,
      description: textOf(kept.description),
    };
  } catch {
    return emptyDraft;
  }
}

export const saveNewTaskDraft = (draft: NewTaskDraft): void => writeStored(key, JSON.stringify(draft));

/** The next task: in the same project and column, without the content of the last one. */
export const draftAfter = ({ projectId, columnId }: NewTaskDraft): NewTaskDraft => ({
  ...emptyDraft,
  projectId,
  columnId,
});
