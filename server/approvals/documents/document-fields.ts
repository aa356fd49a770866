import type { DocumentFields, FieldValues } from "../../../shared/approvals/documents/document-fields";

/** Expressions that read the fields from table `alias`, named like the fields. */
export const selectDocumentFields = (fields: DocumentFields, alias: string): string =>
  Object.entries(fields)
    // Days are read as text, because their conversion to a Date would depend on the time zone.
    .map(([name, { kind }]) => (kind === "day" ? `${alias}.${name}::text AS ${name}` : `${alias}.${name}`))
    .join(", ");

/** Parts of a statement that stores the fields; `first` is the number of their first parameter. */
export function storedFields(fields: DocumentFields, first: number) {
  const names = Object.keys(fields);
  return {
    names: names.join(", "),
    parameters: names.map((_, at) => `$${first + at}`).join(", "),
    assignments: names.map((name, at) => `${name} = $${first + at}`).join(", "),
  };
}

/** Parameters of `storedFields`. */
export const fieldParameters = <Fields extends DocumentFields>(fields: Fields, values: FieldValues<Fields>) =>
  Object.keys(fields).map((name) => values[name]);
