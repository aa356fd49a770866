import { Problem } from "../../shared/kernel/problems";
import { sql, type Tx } from "../platform/unit-of-work";

/** The tenant's row is locked: two who are created at the same moment can't both take the last place. */
const lockTenant = sql("plan.lock", "SELECT id FROM tenant WHERE id = current_tenant() FOR NO KEY UPDATE");
const users = sql(
  "plan.users",
  `SELECT p.user_limit AS most, (SELECT count(*)::int FROM app_user u WHERE u.tenant_id = t.id) AS present
   FROM tenant t JOIN plan p ON p.id = t.plan_id WHERE t.id = current_tenant()`,
);
const projects = sql(
  "plan.projects",
  `SELECT p.project_limit AS most,
          (SELECT count(*)::int FROM project j WHERE j.tenant_id = t.id AND j.archived_at IS NULL) AS present
   FROM tenant t JOIN plan p ON p.id = t.plan_id WHERE t.id = current_tenant()`,
);

interface Room {
  most: number | null;
  present: number;
}

async function requireRoom(tx: Tx, counting: typeof users): Promise<void> {
  await tx.rows(lockTenant);
  const room = await tx.one<Room>(counting); // a second statement: it sees what was committed while it waited
  if (room && room.most !== null && room.present >= room.most) throw new Problem("plan_limit_reached");
}

/** @throws Problem 403 when the plan has no room for one more person. */
export const requireRoomForUser = (tx: Tx): Promise<void> => requireRoom(tx, users);

/** @throws Problem 403 when the plan has no room for one more project; archived ones don't count. */
export const requireRoomForProject = (tx: Tx): Promise<void> => requireRoom(tx, projects);
