import { tellPeople } from "../notifications/tell.service";
import { sql, type Tx } from "../platform/database/unit-of-work";

const newcomer = sql(
  "welcome.newcomer",
  `SELECT t.name FROM tenant t WHERE t.id = current_tenant() AND NOT EXISTS (
     SELECT FROM notification n WHERE n.tenant_id = t.id AND n.user_id = $1 AND n.kind = 'welcome')`,
);

/**
 * Welcomes somebody who comes in for the first time, with the transaction that lets them in: it stands in the inbox before their
 * first screen does, and leads to their profile. Nothing of it is mailed: they have just had the invitation.
 */
export async function welcome(tx: Tx, userId: number): Promise<void> {
  const organisation = await tx.one<{ name: string }>(newcomer, [userId]);
  if (!organisation) return;
  const about = { path: "/profile", subject: organisation.name, taskId: null, projectId: null };
  const message = {
    kind: "welcome" as const,
    people: [{ id: userId, reason: null }],
    values: { name: organisation.name },
  };
  await tellPeople(tx, { eventId: null, sender: null }, [{ ...message, ...about }]);
}
