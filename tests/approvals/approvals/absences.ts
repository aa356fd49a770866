import { sql } from "../../../server/platform/database/unit-of-work";
import type { Person, World } from "../../support/world";

const insertLeave = sql(
  "test.takeLeave",
  `WITH r AS (
     INSERT INTO request (tenant_id, family, requester_id, type, status, sent_at, decided_at, title)
     VALUES (current_tenant(), 'leave', $1, $2::bigint::text, 'approved', now(), now(), 'Leave') RETURNING id)
   INSERT INTO leave_request (id, tenant_id, user_id, leave_type_id, start_date, end_date, days, live)
   SELECT id, current_tenant(), $1, $2, tenant_today(), tenant_today() + 5, 1, true FROM r`,
);

export const putOnLeave = (world: World, person: Pick<Person, "id">, type: number) =>
  world.tx((tx) => tx.rows(insertLeave, [person.id, type]));
