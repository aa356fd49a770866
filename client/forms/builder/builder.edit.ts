import {
  type FieldKind,
  type FormDefinition,
  type FormField,
  freeId,
  newField,
} from "../../../shared/forms/forms.definition";

/** Changes of a form in the builder: each makes another definition, and never touches the one before. */

/** A new field before place `at`; at the end without one. @returns with the id that it was given. */
export function addField(definition: FormDefinition, kind: FieldKind, at = definition.fields.length) {
  const id = freeId("f", definition.fields);
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

/** The field of that id stands where the other one stood. */
export function moveField(definition: FormDefinition, id: string, to: number): FormDefinition {
  const from = definition.fields.findIndex((field) => field.id === id);
  if (from < 0 || to < 0 || to >= definition.fields.length) return definition;
  const fields = [...definition.fields];
  const [moved] = fields.splice(from, 1);
  fields.splice(to, 0, moved as FormField);
  return { ...definition, fields };
}

/** Without the field, and without what was asked of it: a condition on nothing would hide its field for good. */
export function removeField(definition: FormDefinition, id: string): FormDefinition {
  const kept = <T extends { field: string }>(conditions: readonly T[]) => conditions.filter((one) => one.field !== id);
  return {
    ...definition,
    fields: definition.fields
      .filter((field) => field.id !== id)
      .map((field) => ({ ...field, shown_if: kept(field.shown_if) })),
    steps: definition.steps.map((step) => ({ ...step, only_if: kept(step.only_if) })),
  };
}

/** The same field once more, right below. */
export function duplicateField(definition: FormDefinition, id: string) {
  const at = definition.fields.findIndex((field) => field.id === id);
  const field = definition.fields[at];
  if (!field) return { definition, id };
  const copy = { ...structuredClone(field), id: freeId("f", definition.fields) };
  const fields = [...definition.fields];
  fields.splice(at + 1, 0, copy);
  return { definition: { ...definition, fields }, id: copy.id };
}
