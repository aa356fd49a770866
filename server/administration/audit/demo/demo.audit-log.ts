import type { StoredDemo } from "../../../platform/demo/demo.steps";

/** Removes rows that the triggers wrote during seeding, which have no author and the current time. */
const statements = [
  "DELETE FROM audit_salary WHERE tenant_id = current_tenant()",
  "DELETE FROM audit_change WHERE tenant_id = current_tenant()",
  // Inserted in order of time, because the audit list is sorted by id.
  `INSERT INTO audit_change (tenant_id, at, actor_id, actor, kind, subject_id, subject, before, after, record_id, record, gained, lost)
   SELECT h.tenant_id, h.created_at, h.actor_id, a.fullname, e.kind, h.user_id, u.fullname, e.before, e.after, NULL::bigint, NULL, NULL::text[], NULL::text[]
   FROM user_history h
   JOIN app_user u ON u.tenant_id = h.tenant_id AND u.id = h.user_id
   JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
   LEFT JOIN app_user a ON a.tenant_id = h.tenant_id AND a.id = h.actor_id
   CROSS JOIN LATERAL (
     SELECT 'person_added' AS kind, NULL AS before, r.name AS after WHERE h.type = 'hiring'
     UNION ALL
     SELECT CASE f.field WHEN 'parent' THEN 'manager' ELSE f.field END,
            CASE WHEN f.field <> 'salary' THEN f.before END, CASE WHEN f.field <> 'salary' THEN f.after END
     FROM user_history_field f
     WHERE f.tenant_id = h.tenant_id AND f.history_id = h.id AND f.field <> 'location'
       AND (h.type <> 'hiring' OR f.field = 'salary')
   ) e
   WHERE h.tenant_id = current_tenant()
   UNION ALL
   SELECT r.tenant_id, now() - interval '9 days', u.id, u.fullname, 'role_permissions', NULL, NULL, NULL, NULL, r.id, r.name,
          ARRAY['reservation-approve'], '{}'::text[]
   FROM role r JOIN app_user u ON u.tenant_id = r.tenant_id
   WHERE r.tenant_id = current_tenant() AND r.code = 'manager' AND u.id = (
     SELECT min(o.id) FROM app_user o JOIN role a ON a.tenant_id = o.tenant_id AND a.id = o.role_id
     WHERE o.tenant_id = r.tenant_id AND a.code = 'administrator')
   ORDER BY 2, 6, 5`,
  `INSERT INTO audit_salary (tenant_id, change_id, user_id, before, after)
   SELECT DISTINCT ON (c.id) c.tenant_id, c.id, c.subject_id, f.before, f.after
   FROM audit_change c
   JOIN user_history h ON h.tenant_id = c.tenant_id AND h.user_id = c.subject_id AND h.created_at = c.at
   JOIN user_history_field f ON f.tenant_id = h.tenant_id AND f.history_id = h.id AND f.field = 'salary'
   WHERE c.tenant_id = current_tenant() AND c.kind = 'salary'`,
];

/** Builds the audit list from the employees' history. Requires the tenant and a reader of private rows to be set. */
export async function writeAuditLog({ client }: StoredDemo): Promise<void> {
  for (const statement of statements) await client.query(statement);
}
