import { listFields, type ListField, recordOf, taskFieldNames } from "../../shared/tasks/tasks.field-lists";
import { type TaskField, taskFields } from "../../shared/tasks/tasks.fields";

// How the fields of the table in shared/tasks/tasks.fields.ts are stored.

export type LinkName = ListField;
export const linkNames = listFields;
/** The fields that are columns of the task's own row. */
export type Fact = Exclude<TaskField, LinkName>;
const isFact = (name: TaskField): name is Fact => !linkNames.some((list) => list === name);
export const factNames = taskFieldNames.filter(isFact);

interface StoredFact {
  name: Fact;
  column: string;
  /** As it is read. */
  type: string;
  /** Whole expressions: `t` or `task` is the row, `r` the wanted record. */
  read: string;
  write: string;
}

// A day is read as text: it has no time zone, and a Date does.
const types = { text: ["text", ""], number: ["int", ""], day: ["text", "::date"] } as const;

/** What the database holds otherwise than the wire says it. */
const otherwise: Partial<Record<Fact, Omit<StoredFact, "name">>> = {
  // The wire names an attachment, the row its file: a card needs no look-up.
  cover_id: {
    column: "cover_file_id",
    type: "bigint",
    read: `(SELECT min(a.id) FROM task_attachment a
            WHERE a.tenant_id = t.tenant_id AND a.task_id = t.id AND a.file_id = t.cover_file_id)`,
    write: `(SELECT a.file_id FROM task_attachment a
             WHERE a.tenant_id = current_tenant() AND a.task_id = task.id AND a.id = r.cover_id)`,
  },
};

/** The facts of a task that can be changed, each in a column of its name. */
export const storedFacts: readonly StoredFact[] = factNames.map((name) => {
  const [type, store] = types[taskFields[name].kind];
  return { name, column: name, type, read: `t.${name}::${type}`, write: `r.${name}${store}`, ...otherwise[name] };
});

/** Facts as they are selected, under the names of the wire. */
export const selected = (names: readonly TaskField[]): string =>
  storedFacts
    .filter(({ name }) => names.includes(name))
    .map(({ name, read }) => `${read} AS ${name}`)
    .join(", ");

/** The lists that hang on a task: their tables. */
export const links = {
  users: { table: "task_user", column: "user_id" },
  groups: { table: "task_group", column: "group_id" },
  tags: { table: "task_tag", column: "tag_id" },
  blockers: { table: "task_blocker", column: "blocker_id" },
} as const satisfies Record<LinkName, { table: string; column: string }>;

/** Their ids as an array, under the names of the wire. `t` is the task. */
export const selectedLinks = (names: readonly LinkName[], nameOf: (name: LinkName) => string = recordOf): string =>
  names
    .map(
      (name) =>
        `ARRAY(SELECT ${links[name].column} FROM ${links[name].table} x WHERE x.tenant_id = t.tenant_id
           AND x.project_id = t.project_id AND x.task_id = t.id ORDER BY 1) AS ${nameOf(name)}`,
    )
    .join(", ");
