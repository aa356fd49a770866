import type { FieldValues } from "../../../../shared/work/fields/field-values.rules";
import { type Priority, priorities } from "../../../../shared/work/tasks/tasks.fields";
import { readDraft, removeDraft, textOf, writeDraft } from "../../../platform/drafts/drafts";

/** The unsent content of the dialog, kept until the task is created. */
export interface NewTaskDraft {
  projectId: number | null;
  columnId: number | null;
  /** Title as typed, including the recognized parts. */
  title: string;
  /** Recognized parts that the user wants to keep as text. */
  literal: readonly string[];
  userIds: readonly number[];
  tagIds: readonly number[];
  priority: Priority | null;
  due: string | null;
  /** Values chosen with the buttons of the project's fields. */
  fieldValues: FieldValues;
  description: string;
  /** The default template that the user has taken off. */
  removedTemplateId: number | null;
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
  fieldValues: {},
  description: "",
  removedTemplateId: null,
};

const place = "task:new";

const ids = (value: unknown): number[] => (Array.isArray(value) ? value.filter((id) => Number.isSafeInteger(id)) : []);
const idOrNull = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : null);
const stringOf = (value: unknown) => (typeof value === "string" ? value : "");
type Kept = Partial<Record<keyof NewTaskDraft, unknown>>;
const isKept = (value: unknown): value is Kept => typeof value === "object" && value !== null;

/** Ignores unknown values stored by another version of the client. */
export function readNewTaskDraft(): NewTaskDraft {
  const storedDraft = readDraft(place, isKept)?.value ?? {};
  return {
    projectId: idOrNull(storedDraft.projectId),
    columnId: idOrNull(storedDraft.columnId),
    title: stringOf(storedDraft.title),
    literal: Array.isArray(storedDraft.literal) ? storedDraft.literal.filter((one) => typeof one === "string") : [],
    userIds: ids(storedDraft.userIds),
    tagIds: ids(storedDraft.tagIds),
    priority: priorities.find((one) => one === storedDraft.priority) ?? null,
    due: typeof storedDraft.due === "string" && /^\d{4}-\d\d-\d\d$/.test(storedDraft.due) ? storedDraft.due : null,
    fieldValues: isKept(storedDraft.fieldValues) ? (storedDraft.fieldValues as FieldValues) : {},
    description: stringOf(storedDraft.description),
    removedTemplateId: idOrNull(storedDraft.removedTemplateId),
  };
}

export interface StoredNewTask {
  draft: NewTaskDraft;
  /** When it was typed last. */
  at: string;
}

export const hasText = ({ title, description }: NewTaskDraft): boolean => title !== "" || description !== "";

/** Whether the user has entered a text or chosen a value. */
export const hasContent = (draft: NewTaskDraft): boolean =>
  textOf({ ...emptyDraft, ...draft, projectId: null, columnId: null, removedTemplateId: null }) !== textOf(emptyDraft);

export const storedAtNow = (draft: NewTaskDraft): StoredNewTask => ({ draft, at: new Date().toISOString() });

/** Returns the stored draft; null if it has no text. */
export function storedNewTask(): StoredNewTask | null {
  const draft = readNewTaskDraft();
  return hasText(draft) ? { draft, at: readDraft(place, isKept)?.at ?? new Date().toISOString() } : null;
}

export function saveNewTaskDraft(draft: NewTaskDraft): void {
  if (textOf(draft) === textOf(emptyDraft)) removeDraft(place);
  else writeDraft(place, draft);
}

/** Returns an empty draft in the same project and column as the given one. */
export const draftAfter = ({ projectId, columnId }: NewTaskDraft): NewTaskDraft => ({
  ...emptyDraft,
  projectId,
  columnId,
});
