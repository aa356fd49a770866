import { useState } from "react";
import type { FieldValue } from "../../../../shared/work/fields/field-values.rules";
import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
import { useText } from "../../../platform/intl/useText";
import { FilterPill } from "../../../ui/fields/FilterPill";
import type { Person } from "../../../ui/signs/people";
import { useValueText } from "../../fields/useValueText";
import { FieldValueEditor, FieldValueMenu, useFocusAfterEditing } from "../fields/FieldValueMenu";
import { usePeopleMeFirst } from "../fields/usePeopleMeFirst";
import type { NewTaskErrors } from "./new-task";
import classes from "./NewTaskDialog.module.css";
import type { NewTaskValues } from "./useNewTaskValues";

interface NewTaskFieldValuesProps {
  fields: readonly ProjectField[];
  people: readonly Person[];
  columnId: number | undefined;
  values: NewTaskValues;
  errors: NewTaskErrors["fields"];
}

/** Buttons for the fields that the column requires and for those with a value, and one for all others. */
export function NewTaskFieldValues({ fields, people, columnId, values, errors = {} }: NewTaskFieldValuesProps) {
  const text = useText();
  const peopleMeFirst = usePeopleMeFirst(people);
  const { fieldValues, setFieldValue } = values;
  const hasButton = ({ id, required_column_ids }: ProjectField) =>
    fieldValues[id] !== undefined || errors[id] !== undefined || required_column_ids.some((one) => one === columnId);
  const otherFields = fields.filter((field) => !hasButton(field));
  const editing = {
    people: peopleMeFirst,
    valuesOf: ({ id }: ProjectField) => [fieldValues[id] ?? null],
    onSet: ({ id }: ProjectField, value: FieldValue | null) => setFieldValue(id, value),
    onToggle: ({ id, options }: ProjectField, optionId: number) => {
      const chosenIds = new Set([fieldValues[id] ?? []].flat());
      if (!chosenIds.delete(optionId)) chosenIds.add(optionId);
      const ids = options.map((option) => option.id).filter((one) => chosenIds.has(one));
      setFieldValue(id, ids.length > 0 ? ids : null);
    },
  };
  return (
    <>
      {fields.filter(hasButton).map((field) => (
        <FieldPill key={field.id} field={field} value={fieldValues[field.id]} error={errors[field.id]} {...editing} />
      ))}
      {otherFields.length > 0 && (
        <FieldValueMenu fields={otherFields} {...editing}>
          {(button) => <FilterPill label={text("bulk.fields")} {...button} />}
        </FieldValueMenu>
      )}
    </>
  );
}

type FieldPillProps = Pick<
  Parameters<typeof FieldValueEditor>[0],
  "field" | "people" | "valuesOf" | "onSet" | "onToggle"
> & {
  value: FieldValue | undefined;
  error: string | undefined;
};

function FieldPill({ field, value, error, ...editing }: FieldPillProps) {
  const valueText = useValueText();
  const [isEditing, setEditing] = useState(false);
  const box = useFocusAfterEditing(isEditing);
  const pill = {
    label: field.title,
    value: value === undefined ? undefined : <bdi>{valueText(field, value, editing.people)}</bdi>,
    "aria-invalid": error !== undefined || undefined,
  };
  return (
    <span ref={box} className={classes.fieldPill} data-field-missing={error === undefined ? undefined : true}>
      {isEditing ? (
        <FieldValueEditor field={field} {...editing} onClosed={() => setEditing(false)}>
          {(button) => <FilterPill {...pill} {...button} />}
        </FieldValueEditor>
      ) : (
        <FilterPill {...pill} aria-expanded={false} onClick={() => setEditing(true)} />
      )}
      {error !== undefined && (
        <span className={classes.problem} role="alert">
          {error}
        </span>
      )}
    </span>
  );
}
