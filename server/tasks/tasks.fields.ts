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
} as const;
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
