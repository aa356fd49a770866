import type { DomainEvent } from "../../kernel/events";
import { convertFieldValue } from "./field-kind-change.rules";
import { changedFieldValues, type FieldValues } from "./field-values.rules";
import { type ProjectField, projectFieldReply } from "./fields.contract";
import type { FieldEvents } from "./fields.events";

const fieldProperties = Object.keys(projectFieldReply.fields) as (keyof ProjectField)[];

/** Copies only the properties of a field, because events contain more and the field must equal a newly read one. */
function pickField(field: ProjectField): ProjectField {
  return Object.fromEntries(fieldProperties.map((name) => [name, field[name]])) as ProjectField;
}

type Fields = readonly ProjectField[];
type FieldListEffects = { [Type in keyof FieldEvents]: (fields: Fields, data: FieldEvents[Type]) => Fields };

/** The list of a project's fields after each event; the result equals a newly read list. */
const replaceField = (fields: Fields, field: ProjectField): Fields =>
  fields.map((present) => (present.id === field.id ? pickField(field) : present));

const sortFields = (fields: Fields, ids: readonly number[]): Fields =>
  ids.flatMap((id) => fields.find((field) => field.id === id) ?? []);

export const fieldListEffects: FieldListEffects = {
  "project_field.created": (fields, field) => [...fields, pickField(field)],
  "project_field.updated": replaceField,
  "project_field.kind_changed": replaceField,
  "project_field.kind_restored": (fields) => fields, // read again with the values
  "project_field.sorted": (fields, { ids }) => sortFields(fields, ids),
  "project_field.removed": (fields, { id }) => fields.filter((field) => field.id !== id),
  "project_field.restored": (fields, { ids, ...field }) => {
    const restored = [...fields, pickField(field)];
    return ids ? sortFields(restored, ids) : restored;
  },
  "project_field.purged": (fields) => fields,
};

/** Returns the same list for events of other kinds. */
export function applyToFields(fields: Fields, event: DomainEvent): Fields {
  const effect = (fieldListEffects as Record<string, ((fields: Fields, data: never) => Fields) | undefined>)[
    event.type
  ];
  return effect ? effect(fields, event.data as never) : fields;
}

type FieldValueEvent = "project_field.kind_changed" | "project_field.purged";
type FieldValueEffects = {
  [Type in FieldValueEvent]: (values: FieldValues, data: FieldEvents[Type]) => FieldValues;
};

/** The values of a task after the events that change them; the same object if they stay. */
export const fieldValueEffects: FieldValueEffects = {
  "project_field.kind_changed": (values, event) => {
    const value = values[event.id];
    if (value === undefined) return values;
    return changedFieldValues(values, { [event.id]: convertFieldValue(event.former_kind, event.kind, value, event) });
  },
  "project_field.purged": (values, { id }) => (id in values ? changedFieldValues(values, { [id]: null }) : values),
};
