/** The departments that $1 is the head of, and all below them, as the first part of a `WITH RECURSIVE`. */
export const ledByOne = `led AS (
  SELECT id FROM department WHERE tenant_id = current_tenant() AND head_id = $1
  UNION
  SELECT d.id FROM led JOIN department d ON d.tenant_id = current_tenant() AND d.parent_id = led.id
)`;
