const minutesOf = (localTime: string) => `extract(epoch FROM ${localTime}) / 60`;

/**
 * SQL condition: leave `l` with request `r` is approved and valid. A change of leave also becomes an approved request, but its dates apply
 * only as those of the changed leave.
 */
export const approvedLeaveCondition = "l.live AND r.status = ANY('{approved,approved_by_manager}')";

/**
 * SQL condition: leave `l` overlaps the period from `since` to its last moment `last`, both local times of the tenant. Leave of half a day
 * or of some hours doesn't overlap the rest of its day.
 */
export const leaveOverlapCondition = (since: string, last: string): string =>
  `(l.start_date <= (${last})::date AND l.end_date >= (${since})::date
    AND lower(l.occupied) <= ${minutesOf(last)} AND upper(l.occupied) > ${minutesOf(since)})`;

/** SQL condition: the user is on approved leave at some time from `since` to `last`, both local times of the tenant. */
export const isOnLeave = (tenantId: string, userId: string, since: string, last: string): string =>
  `EXISTS (SELECT FROM leave_request l JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id
    WHERE l.tenant_id = ${tenantId} AND l.user_id = ${userId} AND ${approvedLeaveCondition} AND ${leaveOverlapCondition(since, last)})`;
