import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { selectNewEvents } from "../../../workers/communication/notifications/deliveries.sql";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";

/**
 * A delivery contains the events that occurred since the previous delivery of the same channel, regardless of the outcome of that delivery.
 * It contains no later events.
 */
const server = testServer();

let world: World;
beforeAll(async () => {
  world = await server.world();
});
afterEach(() =>
  world.tx(async (tx) => {
    for (const table of ["notification_event", "notification", "push_subscription"])
      await tx.rows(unnamedSql(`DELETE FROM ${table}`));
  }),
);

interface SentDelivery {
  channel?: "mail" | "push";
  subscription?: "own" | "other";
  outcome?: string | null;
  notification?: "own" | "other";
  until: number;
}

/**
 * Creates four events of one notification and one of another; `earlier` deliveries were sent before this delivery, `later` ones after it.
 * @returns the events included
 */
async function deliveredCounts(
  deliveryChannel: "mail" | "push",
  events: number,
  earlier: SentDelivery[],
  later: SentDelivery[] = [],
): Promise<number[]> {
  const { id: user, sessionId } = world.employee;
  return world.tx(async (tx) => {
    const idOf = async (text: string, values: unknown[] = []) =>
      (await tx.one<{ id: number }>(unnamedSql(text), values))?.id as number;
    const notification = (kind: string) =>
      idOf(
        `INSERT INTO notification (tenant_id, user_id, kind, "values", path, subject)
         VALUES (current_tenant(), $1, $2, '{}', '/', '') RETURNING id`,
        [user, kind],
      );
    const notifications = { own: await notification("project.added"), other: await notification("project.removed") };
    const subscription = (endpoint: string) =>
      idOf(
        `INSERT INTO push_subscription (tenant_id, user_id, session_id, endpoint, p256dh, auth)
         VALUES (current_tenant(), $1, $2, $3, 'x', 'x') RETURNING id`,
        [user, sessionId, `https://push.test/${endpoint}`],
      );
    const subscriptions = { own: await subscription("own"), other: await subscription("other") };
    const happen = (of: keyof typeof notifications, at: number) =>
      idOf(
        `INSERT INTO notification_event (tenant_id, user_id, event_id, about, notification_id, "values", path)
         VALUES (current_tenant(), $1, $3, 0, $2, '{}', '/') RETURNING id`,
        [user, notifications[of], at],
      );
    await happen("other", 1);
    const ids = [await happen("own", 2), await happen("own", 3), await happen("own", 4), await happen("own", 5)];
    const deliver = ({
      channel = deliveryChannel,
      subscription: to = "own",
      outcome = "sent",
      notification: of = "own",
      until,
    }: SentDelivery) =>
      idOf(
        `INSERT INTO notification_delivery (tenant_id, user_id, channel, notification_id, subscription_id, due_at, attempts, events_to, outcome, done_at)
         VALUES (current_tenant(), $1, $2, $3, $4, now(), 1, $5, $6, CASE WHEN $6::text IS NOT NULL THEN now() END) RETURNING id`,
        [user, channel, notifications[of], channel === "push" ? subscriptions[to] : null, ids[until - 1], outcome],
      );
    for (const each of earlier) await deliver(each);
    const delivery = await deliver({ outcome: null, until: events });
    for (const each of later) await deliver(each);
    const target = deliveryChannel === "push" ? subscriptions.own : null;
    const rows = await tx.rows<{ id: number }>(
      unnamedSql(selectNewEvents.text.replace('last."values", last.path', "last.id")),
      [notifications.own, ids[events - 1], deliveryChannel, target, delivery, null],
    );
    return rows.map(({ id }) => ids.indexOf(id) + 1);
  });
}

test.each<[string, Parameters<typeof deliveredCounts>, number[]]>([
  ["all, where nothing was sent", ["mail", 4, []], [1, 2, 3, 4]],
  ["none that came since it was claimed", ["mail", 2, []], [1, 2]],
  ["what came after the last", ["mail", 4, [{ until: 1 }, { until: 2 }]], [3, 4]],
  ["nothing twice", ["mail", 4, [{ until: 4 }]], []],
  ["what another channel has delivered", ["mail", 4, [{ channel: "push", until: 2 }]], [1, 2, 3, 4]],
  ["what another device has received", ["push", 4, [{ until: 1 }, { subscription: "other", until: 3 }]], [2, 3, 4]],
  ["nothing that wasn't sent after all", ["mail", 4, [{ until: 1 }, { outcome: "read", until: 3 }]], [4]],
  ["nothing that is tried again", ["push", 4, [{ until: 1 }, { outcome: null, until: 2 }]], [3, 4]],
  ["what a later one has sent already", ["mail", 3, [{ until: 1 }], [{ until: 4 }]], [2, 3]],
  ["all, where another notification was sent", ["mail", 4, [{ notification: "other", until: 3 }]], [1, 2, 3, 4]],
])("a delivery includes %s", async (_, scenario, expected) => {
  expect(await deliveredCounts(...scenario)).toEqual(expected);
});
