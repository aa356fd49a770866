import type { InferType } from "yup";
import {
  type Celebration,
  celebrationDays,
  type dashboardReply,
} from "../../../shared/insights/dashboard/dashboard.contract";
import type { DashboardLayout } from "../../../shared/insights/dashboard/dashboard.rules";
import { userStream } from "../../../shared/kernel/events";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";

export type Dashboard = InferType<typeof dashboardReply>;

const selectDashboard = sql(
  "dashboard.read",
  "SELECT dashboard AS layout, birthday FROM app_user WHERE tenant_id = current_tenant() AND id = $1",
);

export async function readStoredDashboard(tx: Tx, { id }: Pick<Actor, "id">): Promise<Dashboard> {
  return (await tx.one<Dashboard>(selectDashboard, [id])) ?? { layout: null, birthday: null };
}

const updateLayout = sql(
  "dashboard.arrange",
  "UPDATE app_user SET dashboard = $2 WHERE tenant_id = current_tenant() AND id = $1",
);

/** Saves the actor's layout; null resets it to the default. */
export async function saveLayout(tx: Tx, actor: Actor, layout: DashboardLayout | null): Promise<Dashboard> {
  await tx.rows(updateLayout, [actor.id, layout && JSON.stringify(layout)]);
  return emitAndRead(tx, actor);
}

const updateBirthday = sql(
  "dashboard.birthday",
  "UPDATE app_user SET birthday = $2 WHERE tenant_id = current_tenant() AND id = $1",
);

export async function shareBirthday(tx: Tx, actor: Actor, birthday: string | null): Promise<Dashboard> {
  await tx.rows(updateBirthday, [actor.id, birthday]);
  return emitAndRead(tx, actor);
}

function emitAndRead(tx: Tx, actor: Actor): Promise<Dashboard> {
  tx.emit("dashboard.changed", userStream(actor.id), { id: actor.id });
  return readStoredDashboard(tx, actor);
}

// Birthdays on 29 February are celebrated on the 28th in other years.
const selectCelebrations = sql(
  "dashboard.celebrations",
  `WITH day AS (
     SELECT d::date AS date, to_char(d, 'MM-DD') AS name,
            to_char(d, 'MM-DD') = '02-28' AND to_char(d + interval '1 day', 'MM-DD') = '03-01' AS short
     FROM generate_series(tenant_today(), tenant_today() + ${celebrationDays - 1}, interval '1 day') d),
   here AS (
     SELECT id, fullname, image, birthday, joined_on, to_char(joined_on, 'MM-DD') AS joined FROM app_user
     WHERE tenant_id = current_tenant() AND active AND NOT external AND (birthday IS NOT NULL OR joined_on IS NOT NULL))
   SELECT * FROM (
   SELECT p.id, p.fullname, p.image, 'birthday' AS kind, d.date::text, NULL::int AS years
   FROM day d JOIN here p ON p.birthday = d.name OR d.short AND p.birthday = '02-29'
   UNION ALL
   SELECT p.id, p.fullname, p.image, 'anniversary', d.date::text, (extract(year FROM d.date) - extract(year FROM p.joined_on))::int
   FROM day d JOIN here p ON (p.joined = d.name OR d.short AND p.joined = '02-29')
     AND extract(year FROM d.date) > extract(year FROM p.joined_on)
   ) AS celebration ORDER BY date, fullname COLLATE reader, kind LIMIT 50`,
);

type Row = Omit<Celebration, "person"> & Celebration["person"];

export async function upcomingCelebrations(tx: Tx): Promise<Celebration[]> {
  const rows = await tx.rows<Row>(selectCelebrations);
  return rows.map(({ id, fullname, image, ...rest }) => ({ person: { id, fullname, image }, ...rest }));
}
