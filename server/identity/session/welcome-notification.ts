import { notifyUsers } from "../../communication/notifications/notify.service";
import { sql, type Tx } from "../../platform/database/unit-of-work";

const selectOrganizationToWelcome = sql(
  "welcome.newcomer",
  `SELECT t.name FROM tenant t WHERE t.id = current_tenant() AND NOT EXISTS (
     SELECT FROM notification n WHERE n.tenant_id = t.id AND n.user_id = $1 AND n.kind = 'welcome')`,
);

/**
 * Creates the welcome notification in the transaction of the first sign-in, so that it exists before the first screen loads. It links to
 * the profile. It isn't mailed, because the user has just received the invitation by mail.
 */
export async function sendWelcome(tx: Tx, userId: number): Promise<void> {
  const organization = await tx.one<{ name: string }>(selectOrganizationToWelcome, [userId]);
  if (!organization) return;
  const about = { path: "/profile", subject: organization.name, taskId: null, projectId: null };
  const message = {
    kind: "welcome" as const,
    people: [{ id: userId, reason: null }],
    values: { name: organization.name },
  };
  await notifyUsers(tx, { eventId: null, sender: null }, [{ ...message, ...about }]);
}
