import type { Priority } from "../../../shared/tasks/tasks.schema";
import { useFormat, useText } from "../../platform/intl/useText";
import { useDuration } from "../../ui/fields/useDuration";
import { complexityOf } from "./ComplexityTicks";
import { useShownTask } from "../detail/shown-task";
import type { Field, FieldValue } from "./useTaskFields";
import { useTaskChoices } from "./useTaskChoices";

/** The value of a field in the reader's words. */
export function useFieldWords(): (field: Field, value: FieldValue) => string {
  const text = useText();
  const { list, day, percent } = useFormat();
  const task = useShownTask();
  const duration = useDuration();
  const choices = useTaskChoices(task);
  const named = <T extends { id: number }>(ids: FieldValue, all: readonly T[], name: (one: T) => string) => {
    const names = (ids as readonly number[]).flatMap((id) => all.filter((one) => one.id === id).map(name));
    return names.length > 0 ? list(names) : text("field.none");
  };
  return (field, value) => {
    if (value === null || value === "") return text("field.none");
    switch (field) {
      case "users":
        return named(value, choices.users, (user) => user.fullname);
      case "groups":
        return named(value, choices.groups, (group) => group.title);
      case "tags":
        return named(value, choices.tags, (tag) => tag.name);
      case "blockers":
        return named(value, [...task.blockers, ...task.blocking], (one) => one.key);
      case "estimate_minutes":
        return duration(value as number);
      case "priority":
        return text(`task.priority.${value as Priority}`);
      case "complexity":
        return text(`task.complexity.${complexityOf(value as number)}`);
      case "progress":
        return percent(value as number);
      case "start_date":
      case "due_date":
        return day(value as string, "medium");
      case "task_status_id":
        return task.columns.find((column) => column.id === value)?.title ?? "";
      default:
        return String(value);
    }
  };
}
