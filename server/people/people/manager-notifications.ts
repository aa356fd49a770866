import { type NotificationMessage, notifyEach } from "../../communication/notifications/notify.service";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";

interface Report {
  id: number;
  fullname: string;
  manager_id: number | null;
  manager: string | null;
}

const selectManagers = sql(
  "people.managersOf",
  `SELECT u.id, u.fullname, m.id AS manager_id, m.fullname AS manager
   FROM app_user u LEFT JOIN app_user m ON m.tenant_id = u.tenant_id AND m.id = u.parent_id
   WHERE u.tenant_id = current_tenant() AND u.id = ANY($1) AND u.active ORDER BY u.id`,
);

/**
 * Notifies users of their new manager, and managers of new reports, except about their own actions. Runs once, in the transaction of the
 * change.
 * @param isNew whether the users were just added and had no manager.
 */
export async function notifyOfManagerChanges(
  tx: Tx,
  actor: Pick<Actor, "id" | "fullname" | "image">,
  userIds: readonly number[],
  { isNew = false } = {},
): Promise<void> {
  const about = { taskId: null, projectId: null };
  const messages = (await tx.rows<Report>(selectManagers, [userIds])).flatMap(
    ({ id, fullname, manager_id, manager }): NotificationMessage[] => [
      {
        kind: "manager.changed",
        people: isNew ? [] : others(actor, id),
        values: { name: manager ?? "", has: manager === null ? "no" : "yes", sender: "", key: "" },
        path: "/profile",
        subject: manager ?? "",
        ...about,
      },
      {
        kind: "report.added",
        people: others(actor, manager_id),
        values: { name: fullname, sender: "", key: "" },
        path: `/employees/view/${id}`,
        subject: fullname,
        ...about,
      },
    ],
  );
  const { id, fullname, image } = actor;
  await notifyEach(tx, { eventId: null, sender: { id, fullname, image } }, messages);
}

const others = (actor: Pick<Actor, "id">, id: number | null) =>
  id === null || id === actor.id ? [] : [{ id, reason: null }];
