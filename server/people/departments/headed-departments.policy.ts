/** CTE for `WITH RECURSIVE`: departments headed by $1 and all departments below them. */
export const headedDepartments = `led AS (
  SELECT id FROM department WHERE tenant_id = current_tenant() AND head_id = $1
  UNION
  SELECT d.id FROM led JOIN department d ON d.tenant_id = current_tenant() AND d.parent_id = led.id
)`;
