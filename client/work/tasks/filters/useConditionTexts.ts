import {
  type BuiltInConditionField,
  type ConditionField,
  conditionFieldNames,
  conditionFields,
  type Operator,
  operatorsOfProjectField,
} from "../../../../shared/work/tasks/tasks.conditions.rules";
import { projectFieldIdOf, projectFieldKey } from "../../../../shared/work/fields/field-keys";
import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
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

const flags = [true, false];

/** Options for the records that conditions can refer to. */
export interface FilterSources {
  people: readonly PickerOption[];
  tags: readonly PickerOption[];
  /** Empty on screens across projects, where columns have no common names. */
  columns: readonly PickerOption[];
  /** The offered fields; all by default. */
  fields?: readonly BuiltInConditionField[];
  /** Fields that users have added to the project; none on screens across projects. */
  projectFields?: readonly ProjectField[];
}

/** Names of fields and options of their values; those of task fields follow from `taskFields`. */
export function useConditionTexts(sources: FilterSources) {
  const text = useText();
  const choices = useChoices();
  const { external } = useCurrentUser();
  const projectFieldOf = (field: ConditionField) => {
    const id = projectFieldIdOf(field);
    return id === null ? undefined : sources.projectFields?.find((one) => one.id === id);
  };
  const labelOf = (name: ConditionField): string => {
    if (projectFieldIdOf(name) !== null) return projectFieldOf(name)?.title ?? text("projectField.unknown");
    const field = name as BuiltInConditionField;
    if (field === "status") return text("task.status");
    if (field === "state") return text("timeline.state");
    if (field === "reporter") return text("task.reporter");
    if (field === "created_at") return text("filter.created");
    if (field === "blockers") return text("filter.blocked");
    const row: FieldRow = taskFields[field];
    return text(`list.column.${row.column?.name as FieldColumn}`);
  };
  const optionsOf = (name: ConditionField): readonly PickerOption[] => {
    if (projectFieldIdOf(name) !== null) return projectFieldOptions(projectFieldOf(name));
    const field = name as BuiltInConditionField;
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
  const projectFieldOptions = (field: ProjectField | undefined): readonly PickerOption[] => {
    if (field?.kind === "flag")
      return flags.map((flag) => ({ value: String(flag), label: text(`projectField.${flag ? "yes" : "no"}`) }));
    if (field?.kind === "person") return sources.people;
    return (field?.options ?? []).map(({ id, title }) => ({ value: String(id), label: title }));
  };
  const operatorsOf = (name: ConditionField): readonly Operator[] => {
    const projectField = projectFieldOf(name);
    if (projectField) return operatorsOfProjectField(projectField.kind);
    return projectFieldIdOf(name) === null ? conditionFields[name as BuiltInConditionField].operators : ["filled"];
  };
  const isOffered = (field: ConditionField) => !operatorsOf(field).includes("is") || optionsOf(field).length > 0;
  const names: readonly ConditionField[] = [
    ...(sources.fields ?? conditionFieldNames),
    ...(sources.projectFields ?? []).map(({ id }) => projectFieldKey(id)),
  ];
  return { labelOf, optionsOf, operatorsOf, fields: names.filter(isOffered) };
}
