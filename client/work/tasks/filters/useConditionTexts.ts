import {
  type ConditionField,
  conditionFieldNames,
  conditionFields,
} from "../../../../shared/work/tasks/tasks.conditions.rules";
import { type FigureField, figureFields, isChoice } from "../../../../shared/work/tasks/tasks.field-lists";
import {
  type FieldColumn,
  type FieldRow,
  type TaskField,
  taskFields,
} from "../../../../shared/work/tasks/tasks.fields";
import { useText } from "../../../platform/intl/useText";
import type { PickerOption } from "../../../ui/fields/Picker";
import { useCurrentUser } from "../../../platform/session";
import { useChoices } from "../fields/useChoices";

/** Options for the records that conditions can refer to. */
export interface FilterSources {
  people: readonly PickerOption[];
  tags: readonly PickerOption[];
  /** Empty on screens across projects, where columns have no common names. */
  columns: readonly PickerOption[];
  /** The offered fields; all by default. */
  fields?: readonly ConditionField[];
}

/** Names of fields and options of their values; those of task fields follow from `taskFields`. */
export function useConditionTexts(sources: FilterSources) {
  const text = useText();
  const choices = useChoices();
  const { external } = useCurrentUser();
  const labelOf = (field: ConditionField): string => {
    if (field === "status") return text("task.status");
    if (field === "state") return text("timeline.state");
    if (field === "reporter") return text("task.reporter");
    if (field === "created_at") return text("filter.created");
    if (field === "blockers") return text("filter.blocked");
    const row: FieldRow = taskFields[field];
    return text(`list.column.${row.column?.name as FieldColumn}`);
  };
  const optionsOf = (field: ConditionField): readonly PickerOption[] => {
    if (field === "users" || field === "reporter") return sources.people;
    if (field === "tags") return sources.tags;
    if (field === "status") return sources.columns;
    if (field === "state")
      return (["open", "done"] as const).map((value) => ({ value, label: text(`filter.state.${value}`) }));
    if (isChoice(field as TaskField)) return choices.options(field as "priority");
    if (!figureFields.includes(field as FigureField)) return [];
    const { figure, column } = taskFields[field as FigureField];
    return figure.filters
      .filter((value) => !(external && value === "over")) // external users can't read the time spent
      .map((value) => ({ value, label: text(`filter.${column.name}.${value as "none"}`) }));
  };
  const isOffered = (field: ConditionField) =>
    !conditionFields[field].operators.includes("is") || optionsOf(field).length > 0;
  return { labelOf, optionsOf, fields: (sources.fields ?? conditionFieldNames).filter(isOffered) };
}
