/** If all holders of a role are on leave, the last day before the first of them is back. The requester can't decide and doesn't count. */
export const roleAwayUntil = (role: string, requester: string) =>
  `(SELECT CASE WHEN bool_and(h.until IS NOT NULL) THEN min(h.until) END FROM (
     SELECT away_until(u.id, tenant_today()) AS until FROM app_user u WHERE u.tenant_id = current_tenant()
       AND u.role_id = ${role} AND u.active AND NOT u.external AND u.id <> ${requester}) h)`;
