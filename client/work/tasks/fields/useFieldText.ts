import {
  type ChoiceField,
  choiceFields,
  type FigureField,
  figureFields,
} from "../../../../shared/work/tasks/tasks.field-lists";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useShownTask } from "./shown-task";
import { type FieldValue as ProjectFieldValue, isTypeOfKind } from "../../../../shared/work/fields/field-values.rules";
import type { FieldKind } from "../../../../shared/work/fields/fields.schema";
import { useValueText } from "../../fields/useValueText";
import {
  type BuiltInField,
  type EditableField,
  type FieldValue,
  isProjectFieldName,
  projectFieldId,
} from "./useTaskFields";
import { choiceOrDefault, useChoices } from "./useChoices";
import { useFigures } from "./useFigures";
import { useTaskChoices } from "./useTaskChoices";

/** `kind` is the kind that a field of the project had when the value was entered; defaults to the present one. */
type FieldText = (field: EditableField, value: FieldValue, kind?: FieldKind) => string;

export function useFieldText(): FieldText {
  const text = useText();
  const { list, day } = useFormat();
  const task = useShownTask();
  const figures = useFigures();
  const choices = useTaskChoices(task);
  const { word } = useChoices();
  const valueText = useValueText();
  const general = Object.fromEntries([
    ...choiceFields.map((field) => [field, (value: FieldValue) => word(field, choiceOrDefault(field, value))]),
    ...figureFields.map((field) => [field, (value: FieldValue) => figures.shown(field, value as number)]),
  ]) as Record<ChoiceField | FigureField, (value: FieldValue) => string>;
  const namesOf = <T extends { id: number }>(ids: FieldValue, all: readonly T[], name: (one: T) => string) => {
    const names = (ids as readonly number[]).flatMap((id) => all.filter((one) => one.id === id).map(name));
    return names.length > 0 ? list(names) : text("field.none");
  };
  const words: Record<BuiltInField, (value: NonNullable<FieldValue>) => string> = {
    ...general,
    title: String,
    description: String,
    start_date: (value) => day(value as string, "medium"),
    due_date: (value) => day(value as string, "medium"),
    users: (value) => namesOf(value, choices.users, (user) => user.fullname),
    groups: (value) => namesOf(value, choices.groups, (group) => group.title),
    tags: (value) => namesOf(value, choices.tags, (tag) => tag.name),
    blockers: (value) => namesOf(value, [...task.blockers, ...task.blocking], (one) => one.key),
    task_status_id: (value) => task.columns.find((column) => column.id === value)?.title ?? "",
  };
  return (field, value, kind) => {
    if (value === null || value === "") return text("field.none");
    if (!isProjectFieldName(field)) return words[field](value);
    const definition = task.fields.find(({ id }) => id === projectFieldId(field));
    if (!definition) return text("projectField.unknown");
    const formerField = { ...definition, kind: kind ?? definition.kind };
    // Entries of earlier versions don't contain the kind.
    if (!isTypeOfKind(formerField.kind, value)) return String(value);
    return valueText(formerField, value as ProjectFieldValue, choices.users);
  };
}
