import { type ChoiceField, choiceFields } from "../../../shared/tasks/tasks.field-lists";
import { useFormat, useText } from "../../platform/intl/useText";
import { useDuration } from "../../ui/fields/useDuration";
import { useShownTask } from "../detail/shown-task";
import type { Field, FieldValue } from "./useTaskFields";
import { choiceOr, useChoices } from "./useChoices";
import { useTaskChoices } from "./useTaskChoices";

/** The value of a field in the reader's words. */
export function useFieldWords(): (field: Field, value: FieldValue) => string {
  const text = useText();
  const { list, day, percent } = useFormat();
  const task = useShownTask();
  const duration = useDuration();
  const choices = useTaskChoices(task);
  const { word } = useChoices();
  const wordOf = (field: ChoiceField) => (value: FieldValue) => word(field, choiceOr(field, value));
  const choiceWords = Object.fromEntries(choiceFields.map((field) => [field, wordOf(field)])) as Record<
    ChoiceField,
    ReturnType<typeof wordOf>
  >;
  const named = <T extends { id: number }>(ids: FieldValue, all: readonly T[], name: (one: T) => string) => {
    const names = (ids as readonly number[]).flatMap((id) => all.filter((one) => one.id === id).map(name));
    return names.length > 0 ? list(names) : text("field.none");
  };
  const words: Record<Field, (value: NonNullable<FieldValue>) => string> = {
    ...choiceWords,
    title: String,
    description: String,
    start_date: (value) => day(value as string, "medium"),
    due_date: (value) => day(value as string, "medium"),
    progress: (value) => percent(value as number),
    estimate_minutes: (value) => duration(value as number),
    users: (value) => named(value, choices.users, (user) => user.fullname),
    groups: (value) => named(value, choices.groups, (group) => group.title),
    tags: (value) => named(value, choices.tags, (tag) => tag.name),
    blockers: (value) => named(value, [...task.blockers, ...task.blocking], (one) => one.key),
    task_status_id: (value) => task.columns.find((column) => column.id === value)?.title ?? "",
  };
  return (field, value) => (value === null || value === "" ? text("field.none") : words[field](value));
}
