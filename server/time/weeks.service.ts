import type { Actor as Person } from "../../shared/kernel/events";
import { userStream } from "../../shared/kernel/events";
import { Problem } from "../../shared/kernel/problems";
import { dayIn, mondayOf } from "../../shared/time/days.rules";
import type { Week, WeekFacts } from "../../shared/time/week.contract";
import { type WeekState, type WeekVerb, weekAfter, weekCan } from "../../shared/time/week.workflow";
import { byRole } from "../platform/database/holders";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { heldWeek } from "./time.holds";
import { person } from "./time.sql";

interface WeekRow {
  user: Person;
  monday: string;
  state: WeekState;
  minutes: number;
  submitted_at: Date | null;
  decided_at: Date | null;
  decided_by: Person | null;
}

const facts = `${person("u")} AS user, COALESCE(w.state, 'open') AS state, w.submitted_at, w.decided_at,
  COALESCE((SELECT sum(d.minutes)::int FROM time_day d WHERE d.tenant_id = u.tenant_id AND d.user_id = u.id
            AND d.date BETWEEN monday.day AND monday.day + 6), 0) AS minutes,
  CASE WHEN b.id IS NOT NULL THEN ${person("b")} END AS decided_by, monday.day AS monday`;
const joins = `
  LEFT JOIN time_week w ON w.tenant_id = u.tenant_id AND w.user_id = u.id AND w.monday = monday.day
  LEFT JOIN app_user b ON b.tenant_id = w.tenant_id AND b.id = w.decided_by`;

/** $1 person, $2 the latest Monday, $3 how many. */
const weeksOf = sql(
  "weeks.of",
  `SELECT ${facts} FROM app_user u
   CROSS JOIN (SELECT $2::date - 7 * n AS day FROM generate_series(0, $3::int - 1) AS n) AS monday ${joins}
   WHERE u.tenant_id = current_tenant() AND u.id = $1 ORDER BY monday.day DESC`,
);

/** $1 who asks: nobody decides on their own. */
const waiting = sql(
  "weeks.waiting",
  `SELECT ${facts} FROM time_week s
   CROSS JOIN LATERAL (SELECT s.monday AS day) AS monday
   JOIN app_user u ON u.tenant_id = s.tenant_id AND u.id = s.user_id ${joins}
   WHERE s.tenant_id = current_tenant() AND s.state = 'submitted' AND s.user_id <> $1
   ORDER BY w.submitted_at, u.id LIMIT 200`,
);

export function presentWeek(row: WeekRow, reader: Actor): Week {
  return { ...factsOf(row), can: weekCan(row.state, askerOf(reader, row.user.id)) };
}

const factsOf = ({ user, monday, state, minutes, submitted_at, decided_at, decided_by }: WeekRow): WeekFacts => ({
  user,
  monday,
  state,
  minutes,
  submitted_at: submitted_at?.toISOString() ?? null,
  decided_by,
  decided_at: decided_at?.toISOString() ?? null,
});

const askerOf = (actor: Actor, userId: number) => ({
  own: actor.id === userId,
  decides: actor.permissions.has("time-tracking-all"),
});

/** @throws Problem 403 for somebody else's without the permission, 404 for nobody's. */
export async function listWeeks(tx: Tx, actor: Actor, userId: number, count: number): Promise<Week[]> {
  if (userId !== actor.id && !actor.permissions.has("time-tracking-all")) throw new Problem("permission.denied");
  const monday = mondayOf(dayIn(actor.timeZone, new Date()));
  const rows = await tx.rows<WeekRow>(weeksOf, [userId, monday, count]);
  if (rows.length === 0) throw new Problem("notFound");
  return rows.map((row) => presentWeek(row, actor));
}

export async function waitingWeeks(tx: Tx, actor: Actor): Promise<Week[]> {
  return (await tx.rows<WeekRow>(waiting, [actor.id])).map((row) => presentWeek(row, actor));
}

const setState = {
  submit: sql(
    "weeks.submit",
    `UPDATE time_week SET state = $3, submitted_at = now(), decided_at = NULL, decided_by = NULL
     WHERE tenant_id = current_tenant() AND user_id = $1 AND monday = $2`,
  ),
  decide: sql(
    "weeks.decide",
    `UPDATE time_week SET state = $3, decided_at = now(), decided_by = $4
     WHERE tenant_id = current_tenant() AND user_id = $1 AND monday = $2`,
  ),
  /** Taken back by its person: as if it had never been handed in. */
  takeBack: sql(
    "weeks.takeBack",
    `UPDATE time_week SET state = $3, submitted_at = NULL, decided_at = NULL, decided_by = NULL
     WHERE tenant_id = current_tenant() AND user_id = $1 AND monday = $2`,
  ),
};

const told = { submit: "time_week.submitted", approve: "time_week.approved", reopen: "time_week.reopened" } as const;

/**
 * Hands in, approves or opens again. Whoever writes into the week holds its row as this does: an entry that is being
 * written is in it, or comes too late.
 * @throws Problem 404 for nobody's, 403, 409 `week.wrongState` with the week as it is now.
 */
export async function changeWeek(
  tx: Tx,
  actor: Actor,
  verb: WeekVerb,
  { userId, monday }: { userId: number; monday: string },
): Promise<Week> {
  const asker = askerOf(actor, userId);
  if (!asker.own && !asker.decides) throw new Problem("permission.denied");
  if (asker.own && verb === "approve") throw new Problem("permission.denied");
  await readWeek(tx, userId, monday);
  const state = await heldWeek(tx, userId, monday);
  const next = weekAfter(state, verb, asker);
  if (next === null) {
    const row = await readWeek(tx, userId, monday);
    throw new Problem("week.wrongState", { record: presentWeek(row, actor), by: row.decided_by });
  }
  if (verb === "submit") await tx.rows(setState.submit, [userId, monday, next]);
  else if (verb === "reopen" && asker.own) await tx.rows(setState.takeBack, [userId, monday, next]);
  else await tx.rows(setState.decide, [userId, monday, next, actor.id]);
  const row = await readWeek(tx, userId, monday);
  for (const id of new Set([userId, ...(await deciders(tx))])) tx.emit(told[verb], userStream(id), factsOf(row));
  return presentWeek(row, actor);
}

/** @throws Problem 404. */
async function readWeek(tx: Tx, userId: number, monday: string): Promise<WeekRow> {
  const row = await tx.one<WeekRow>(weeksOf, [userId, monday, 1]);
  if (!row) throw new Problem("notFound");
  return row;
}

const holders = sql(
  "weeks.deciders",
  `SELECT u.id FROM app_user u WHERE u.tenant_id = current_tenant() AND u.active
     AND ${byRole("u", "'{time-tracking-all}'::text[]")} AND person_holds(u.id, 'time-tracking-all')`,
);

/** Whose screens list what waits for a decision. */
async function deciders(tx: Tx): Promise<number[]> {
  return (await tx.rows<{ id: number }>(holders)).map(({ id }) => id);
}
