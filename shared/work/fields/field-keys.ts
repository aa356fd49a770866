/** Name of a project's field among the built-in fields of tasks: in conditions, columns, sort orders, groups and lanes. */
export type ProjectFieldKey = `field_${number}`;

const keyPattern = /^field_([1-9]\d{0,14})$/;

export const projectFieldKey = (id: number): ProjectFieldKey => `field_${id}`;
export const isProjectFieldKey = (name: string): name is ProjectFieldKey => keyPattern.test(name);

/** Id of the project's field; null for other names. */
export function projectFieldIdOf(name: string): number | null {
  const [, id] = keyPattern.exec(name) ?? [];
  return id === undefined ? null : Number(id);
}

/** The field with a key; undefined if the project doesn't use it any more. */
export const fieldOfKey = <Field extends { id: number }>(fields: readonly Field[], key: string): Field | undefined =>
  fields.find(({ id }) => projectFieldKey(id) === key);
