/** A subtask in the wire's own names, as columns of a statement. `s` is the subtask. */
export const subtaskColumns = `s.id, s.task_id, s.name, s.completed::int AS completed, s.due_date::text AS due_date, s.version,
  (SELECT json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) FROM app_user u
   WHERE u.tenant_id = s.tenant_id AND u.id = s.assignee_id) AS assignee`;
