import { sql } from "../../../server/platform/database/unit-of-work";
import type { Person, World } from "../../support/world";

const insertWaitingRequests = sql(
  "test.waitingMany",
  `WITH r AS (
     INSERT INTO request (tenant_id, family, requester_id, type, status, round, sent_at)
     SELECT current_tenant(), 'leave', $1, $3::bigint::text, 'waiting_manager_approval', 1, now() - make_interval(mins => n)
     FROM generate_series(1, $4) AS n RETURNING id, sent_at
   ), l AS (
     INSERT INTO leave_request (id, tenant_id, user_id, leave_type_id, start_date, end_date, days)
     SELECT id, current_tenant(), $1, $3, date '2031-01-06', date '2031-01-07', 2 FROM r
   )
   INSERT INTO request_step (tenant_id, request_id, round, position, approver, route, approver_id, state, since)
   SELECT current_tenant(), id, 1, 0, 'manager', 'rule', $2, 'now', sent_at FROM r RETURNING request_id AS id`,
);

export async function createWaitingRequests(
  world: World,
  { from, on, type, count }: { from: Person; on: Person; type: number; count: number },
): Promise<number[]> {
  return (await world.tx((tx) => tx.rows<{ id: number }>(insertWaitingRequests, [from.id, on.id, type, count]))).map(
    ({ id }) => id,
  );
}
