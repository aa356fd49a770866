import {
  type FieldKind,
  type FormDefinition,
  type FormField,
  randomId,
  newField,
} from "../../../../shared/requests/forms/forms.definition";

/**
 * Inserts a new field before index `at`, by default at the end.
 * @returns the definition and the new field's id
 */
export function addField(definition: FormDefinition, kind: FieldKind, at = definition.fields.length) {
  const id = randomId("f");
  const fields = [...definition.fields];
  fields.splice(at, 0, newField(kind, id));
  return { definition: { ...definition, fields }, id };
}

export function changeField(definition: FormDefinition, id: string, change: Partial<FormField>): FormDefinition {
  return {
    ...definition,
    fields: definition.fields.map((field) => (field.id === id ? { ...field, ...change } : field)),
  };
}

export function moveField(definition: FormDefinition, id: string, to: number): FormDefinition {
  const from = definition.fields.findIndex((field) => field.id === id);
  if (from < 0 || to < 0 || to >= definition.fields.length) return definition;
  const fields = [...definition.fields];
  const [moved] = fields.splice(from, 1);
  fields.splice(to, 0, moved as FormField);
  return { ...definition, fields };
}

/** Also removes conditions that refer to the field: they could never be met, so fields that depend on them would stay hidden. */
export function removeField(definition: FormDefinition, id: string): FormDefinition {
  const withoutField = <T extends { field: string }>(conditions: readonly T[]) =>
    conditions.filter((one) => one.field !== id);
  return {
    ...definition,
    fields: definition.fields
      .filter((field) => field.id !== id)
      .map((field) => ({ ...field, shown_if: withoutField(field.shown_if) })),
    steps: definition.steps.map((step) => ({ ...step, only_if: withoutField(step.only_if) })),
  };
}

export function duplicateField(definition: FormDefinition, id: string) {
  const at = definition.fields.findIndex((field) => field.id === id);
  const field = definition.fields[at];
  if (!field) return { definition, id };
  const copy = { ...structuredClone(field), id: randomId("f") };
  const fields = [...definition.fields];
  fields.splice(at + 1, 0, copy);
  return { definition: { ...definition, fields }, id: copy.id };
}
