import { changedFieldValues, type FieldValue, readFieldValue } from "../../../../shared/work/fields/field-values.rules";
import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
import type { NewTaskDraft } from "./new-task.draft";
import { type TitlePart, valuesOf, withoutParts } from "./title-parts";
import { useParsedTitle } from "./useParsedTitle";

interface TitleChoices {
  people: readonly { id: number; fullname: string }[];
  tags: readonly { id: number; name: string }[];
  fields: readonly ProjectField[];
}

/** Values of a new task: those chosen with buttons and those recognized in the title. */
export function useNewTaskValues(
  draft: NewTaskDraft,
  { people, tags, fields }: TitleChoices,
  change: (changed: Partial<NewTaskDraft>) => void,
) {
  const { title, parts } = useParsedTitle(draft.title, { people, tags, fields, literal: draft.literal });
  const idsOf = (kind: "person" | "tag") => parts.flatMap((part) => (part.kind === kind ? part.id : []));
  const userIds = unique([...draft.userIds.filter((id) => people.some((one) => one.id === id)), ...idsOf("person")]);
  const tagIds = unique([...draft.tagIds.filter((id) => tags.some((one) => one.id === id)), ...idsOf("tag")]);
  const due = draft.due ?? parts.find((part) => part.kind === "due")?.value ?? null;
  const priority = draft.priority ?? parts.find((part) => part.kind === "priority")?.value ?? null;
  const fieldValues = Object.fromEntries(
    fields.flatMap((field) => {
      const value = draft.fieldValues[field.id] ?? valuesOf(parts).field_values?.[field.id];
      const reading = value === undefined ? null : readFieldValue(field, value, undefined);
      return reading && "value" in reading && reading.value !== null ? [[field.id, reading.value]] : [];
    }),
  ) as Record<number, FieldValue>;
  const setFieldValue = (fieldId: number, value: FieldValue | null) =>
    change({
      title: textWithout(
        draft.title,
        parts.filter((part) => part.kind === "field" && part.fieldId === fieldId),
      ),
      fieldValues: changedFieldValues(draft.fieldValues, { [fieldId]: value }),
    });
  /** A value chosen with a button replaces the one in the title. */
  const replace = (kind: TitlePart["kind"], changed: Partial<NewTaskDraft>) =>
    change({
      title: textWithout(
        draft.title,
        parts.filter((part) => part.kind === kind),
      ),
      ...changed,
    });
  const toggle = (kind: "person" | "tag", field: "userIds" | "tagIds", id: number) => {
    const typed = parts.filter((part) => part.kind === kind && part.id === id);
    const ids = draft[field];
    if (typed.length > 0) return change({ title: textWithout(draft.title, typed) });
    change({ [field]: ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id] });
  };
  return { title, parts, userIds, tagIds, due, priority, fieldValues, replace, toggle, setFieldValue };
}

export type NewTaskValues = ReturnType<typeof useNewTaskValues>;

const unique = (ids: readonly number[]) => [...new Set(ids)];

/** Keeps trailing spaces, so that the user can continue typing. */
const textWithout = (typed: string, parts: readonly TitlePart[]) =>
  parts.length === 0 ? typed : withoutParts(typed, parts);
