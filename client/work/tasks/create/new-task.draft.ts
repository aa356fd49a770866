import type { FieldValues } from "../../../../shared/work/fields/field-values.rules";
import { type Priority, priorities } from "../../../../shared/work/tasks/tasks.fields";
import { DraftSlot, readDrafts, removeSentDraft, textOf } from "../../../platform/drafts/drafts";

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

/** The draft that the dialog of this tab writes. */
let slot = new DraftSlot(place);

export const readNewTaskDraft = (): NewTaskDraft => {
  const drafts = readDrafts(place, isKept);
  return draftOf((drafts.find(({ key }) => key === slot.key) ?? drafts[0])?.value ?? {});
};

/** Ignores unknown values stored by another version of the client. */
function draftOf(storedDraft: Kept): NewTaskDraft {
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

/** Continues the newest stored draft and returns it; null if none has a text. */
export function storedNewTask(): StoredNewTask | null {
  const drafts = readDrafts(place, isKept);
  const stored = drafts.find(({ value }) => hasText(draftOf(value)));
  slot = new DraftSlot(place);
  const continued = stored ?? drafts[0];
  if (continued) slot.open(continued);
  return stored ? { draft: draftOf(stored.value), at: stored.at } : null;
}

export function saveNewTaskDraft(draft: NewTaskDraft): void {
  if (textOf(draft) === textOf(emptyDraft)) slot.remove();
  else slot.write(draft);
}

export const removeSentNewTask = (draft: NewTaskDraft): void => removeSentDraft(place, draft);

/** Keeps the draft of this tab when another tab replaces it. Returns the unsubscribe function. */
export const followNewTaskDraft = (): (() => void) => slot.follow(() => undefined);

/** Returns an empty draft in the same project and column as the given one. */
export const draftAfter = ({ projectId, columnId }: NewTaskDraft): NewTaskDraft => ({
  ...emptyDraft,
  projectId,
  columnId,
});
