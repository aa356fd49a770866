export interface StoredFact {
  column: string;
  type: string;
  /** What makes a stored value of the wire's. */
  store?: string;
  /** Whole expressions, where the column holds something else: `t` or `task` is the row, `r` the wanted record. */
  read?: string;
  write?: string;
}

/**
 * The facts of a task that can be changed, under the names of the wire: their column, its type as it is read, and what
 * makes the stored one of that. A new field is one line here.
 */
export const facts = {
  title: { column: "title", type: "text", store: "" },
  description: { column: "description", type: "text", store: "" },
  priority: { column: "priority", type: "text", store: "" },
  complexity: { column: "complexity", type: "int", store: "" },
  // As text: a day has no time zone, and a Date does.
  start_date: { column: "start_date", type: "text", store: "::date" },
  due_date: { column: "due_date", type: "text", store: "::date" },
  progress: { column: "progress", type: "int", store: "" },
  estimate_minutes: { column: "estimate_minutes", type: "int", store: "" },
  // The wire names an attachment, the row its file: a card needs no look-up.
  cover_id: {
    column: "cover_file_id",
    type: "bigint",
    read: `(SELECT min(a.id) FROM task_attachment a
            WHERE a.tenant_id = t.tenant_id AND a.task_id = t.id AND a.file_id = t.cover_file_id)`,
    write: `(SELECT a.file_id FROM task_attachment a
             WHERE a.tenant_id = current_tenant() AND a.task_id = task.id AND a.id = r.cover_id)`,
  },
} as const satisfies Record<string, StoredFact>;
export type Fact = keyof typeof facts;

/** The lists that hang on a task: their table, and the names of the wire in input and events. */
export const links = {
  users: { table: "task_user", column: "user_id", field: "user_ids" },
  groups: { table: "task_group", column: "group_id", field: "group_ids" },
  tags: { table: "task_tag", column: "tag_id", field: "tag_ids" },
  blockers: { table: "task_blocker", column: "blocker_id", field: "blocker_ids" },
} as const;
export type LinkName = keyof typeof links;
export const linkNames = Object.keys(links) as LinkName[];
export const factNames = Object.keys(facts) as Fact[];
