/** JSON of a field as in `projectFieldReply`. `f` is the field, `u` its use in a project. */
export const fieldJson = `json_build_object(
  'id', f.id, 'title', f.title, 'kind', f.kind, 'max_length', f.max_length, 'decimals', f.decimals, 'unit', f.unit,
  'options', COALESCE((SELECT json_agg(json_build_object('id', o.id, 'title', o.title, 'color', o.color, 'deleted', o.deleted)
      ORDER BY o.sort_order, o.deleted, o.id) FROM project_field_option o WHERE o.tenant_id = f.tenant_id AND o.field_id = f.id), '[]'::json),
  'on_card', u.on_card,
  'required_column_ids', ARRAY(SELECT r.task_status_id FROM project_field_requirement r WHERE r.tenant_id = u.tenant_id
      AND r.project_id = u.project_id AND r.field_id = u.field_id ORDER BY r.task_status_id),
  'former_kinds', f.former_kinds, 'version', f.version)`;

export const usesAndFields = `project_field_use u JOIN project_field f ON f.tenant_id = u.tenant_id AND f.id = u.field_id`;

/** JSON array of a project's fields in their order, without those in its bin. `project` is an SQL expression. */
export const projectFieldsJson = (project: string) => `(
  SELECT COALESCE(json_agg(${fieldJson} ORDER BY u.sort_order, u.field_id), '[]'::json) FROM ${usesAndFields}
  WHERE u.tenant_id = current_tenant() AND u.project_id = ${project} AND u.removed_at IS NULL)`;
