import { listFields, type ListField, recordNameOf, taskFieldNames } from "../../../shared/work/tasks/tasks.field-lists";
import { type TaskField, taskFields } from "../../../shared/work/tasks/tasks.fields";

// Storage of the fields defined in shared/work/tasks/tasks.fields.ts.

export type LinkName = ListField;
export const linkNames = listFields;
/** Fields stored in columns of the task row. */
export type StoredFieldName = Exclude<TaskField, LinkName>;
const isFact = (name: TaskField): name is StoredFieldName => !linkNames.some((list) => list === name);
export const storedFieldNames = taskFieldNames.filter(isFact);

interface StoredFact {
  name: StoredFieldName;
  column: string;
  type: string;
  /** SQL expressions, in which `t` or `task` is the row and `r` the requested record. */
  read: string;
  write: string;
}

// SQL types for reading and writing. Days are read as text, because their conversion to a Date would depend on the time zone.
const types = { text: ["text", ""], number: ["int", ""], day: ["text", "::date"] } as const;

/** Fields whose storage differs from the API. */
const otherwise: Partial<Record<StoredFieldName, Omit<StoredFact, "name">>> = {
  // The API uses the attachment's id, but the row stores the file's id, so that cards need no join.
  cover_id: {
    column: "cover_file_id",
    type: "bigint",
    read: `(SELECT min(a.id) FROM task_attachment a
            WHERE a.tenant_id = t.tenant_id AND a.task_id = t.id AND a.file_id = t.cover_file_id)`,
    write: `(SELECT a.file_id FROM task_attachment a
             WHERE a.tenant_id = current_tenant() AND a.task_id = task.id AND a.id = r.cover_id)`,
  },
};

export const storedFields: readonly StoredFact[] = storedFieldNames.map((name) => {
  const [type, store] = types[taskFields[name].kind];
  return { name, column: name, type, read: `t.${name}::${type}`, write: `r.${name}${store}`, ...otherwise[name] };
});

export const selectFields = (names: readonly TaskField[]): string =>
  storedFields
    .filter(({ name }) => names.includes(name))
    .map(({ name, read }) => `${read} AS ${name}`)
    .join(", ");

export const linkTables = {
  users: { table: "task_user", column: "user_id" },
  groups: { table: "task_group", column: "group_id" },
  tags: { table: "task_tag", column: "tag_id" },
  blockers: { table: "task_blocker", column: "blocker_id" },
} as const satisfies Record<LinkName, { table: string; column: string }>;

/** SELECT expressions of the lists as arrays of ids, named by `resourceLabel`. `t` is the task. */
export const selectLinks = (names: readonly LinkName[], nameOf: (name: LinkName) => string = recordNameOf): string =>
  names
    .map(
      (name) =>
        `ARRAY(SELECT ${linkTables[name].column} FROM ${linkTables[name].table} x WHERE x.tenant_id = t.tenant_id
           AND x.project_id = t.project_id AND x.task_id = t.id ORDER BY 1) AS ${nameOf(name)}`,
    )
    .join(", ");
