import type { FieldValue } from "../../../../shared/work/fields/field-values.rules";
import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
import { hasOptions } from "../../../../shared/work/fields/fields.schema";
import { useText } from "../../../platform/intl/useText";
import type { PickerOption } from "../../../ui/fields/Picker";
import { usePeoplePickerOptions } from "../../../ui/fields/usePeopleOptions";
import type { Person } from "../../../ui/signs/people";
import { toneColor } from "../../../ui/signs/tones";
import classes from "./TaskProperties.module.css";

/** Value of the option that removes the value of a field. */
const noValue = "none";

/** Whether values of the field are picked from options. */
export const isPickedField = ({ kind }: ProjectField): boolean =>
  hasOptions(kind) || kind === "flag" || kind === "person";

/** The chosen options of a picker for the value. */
export const chosenOptionsOf = (value: FieldValue | null): string[] =>
  value === null ? [] : [value].flat().map(String);

/** The value of a field for the chosen options of a picker. */
export function valueOfOptions({ kind, options }: ProjectField, chosen: readonly string[]): FieldValue | null {
  const [first = noValue] = chosen;
  if (first === noValue) return null;
  if (kind === "flag") return first === "true";
  if (kind !== "choices") return Number(first);
  return options.map(({ id }) => id).filter((id) => chosen.includes(String(id)));
}

/** Returns the options of a field whose value is picked. `people` are the users of the project. */
export function useFieldOptions(
  people: readonly Person[],
): (field: ProjectField, value: FieldValue | null) => readonly PickerOption[] {
  const text = useText();
  const peopleOptions = usePeoplePickerOptions(people);
  const removal: PickerOption = { value: noValue, label: text("field.none") };
  const valueOptions = (field: ProjectField, value: FieldValue | null): readonly PickerOption[] => {
    if (field.kind === "person") return peopleOptions;
    if (!hasOptions(field.kind))
      return [
        { value: "true", label: text("projectField.yes") },
        { value: "false", label: text("projectField.no") },
      ];
    const chosen = chosenOptionsOf(value);
    return field.options
      .filter(({ id, deleted }) => !deleted || chosen.includes(String(id)))
      .map(({ id, title, color }) => ({
        value: String(id),
        label: title,
        icon: <i className={classes.dot} style={{ background: toneColor(color) }} />,
      }));
  };
  return (field, value) =>
    value === null || field.kind === "choices" ? valueOptions(field, value) : [removal, ...valueOptions(field, value)];
}
