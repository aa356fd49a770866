/**
 * JSON of a task's column `s`, for its icon. `first` and `last`: whether the column is the first or last of its kind;
 * `joinColumnPosition` joins them as `alike`.
 */
export const taskColumnJson =
  "json_build_object('id', s.id, 'title', s.title, 'kind', s.kind, 'first', alike.first, 'last', alike.last)";

export const joinColumnPosition = `JOIN LATERAL (
     SELECT coalesce(bool_and(o.sort_order > s.sort_order), true) AS first,
            coalesce(bool_and(o.sort_order < s.sort_order), true) AS last
     FROM task_status o
     WHERE o.tenant_id = s.tenant_id AND o.project_id = s.project_id AND o.kind = s.kind AND o.id <> s.id
   ) alike ON true`;
