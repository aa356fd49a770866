import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { directoryStream } from "../../../shared/kernel/events";
import type { ChartDepartment, ChartPerson, readChart } from "../../../shared/people/org-chart/org-chart.contract";
import type { ActingAssignment } from "../../../shared/people/acting/acting.contract";
import type { Vacancy } from "../../../shared/people/vacancies/vacancies.contract";
import { applyHandovers, type PlannedHandover, successorOf } from "../../../shared/people/org-chart/handovers.rules";
import { nearestShownAncestors } from "../../../shared/people/org-chart/org-chart.rules";
import { invalidFieldProblem } from "../../../shared/kernel/problems";
import { dottedLinesOnDay } from "../people/dotted-lines.service";
import { isOwnEmploymentBlocked } from "../people/own-employment.policy";
import { canReadAllFields } from "../people/people.policy";
import { personJson } from "../../platform/database/person-json";
import { tenantToday } from "../../platform/database/tenant-today";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { streamPosition } from "../../platform/live/subscribe";
import type { Actor } from "../../platform/session";
import { actingAfterDay, actingOnDay } from "../acting/acting.service";
import { closeVacancy, readVacancy, vacanciesOnDay } from "../vacancies/vacancies.service";
import { changePerson } from "../people/change-person.service";
import { loadVisibleUser } from "../people/read-person.service";

/** Includes users who have left, because their reports are shown below the next superior. */
const selectPeople = sql(
  "orgChart.people",
  `SELECT u.id, u.fullname, u.image, p.title AS position, u.department_id, u.parent_id, u.version,
     u.active AND NOT u.external AND (u.joined_on IS NULL OR u.joined_on <= tenant_today()) AS shown, a.until::text AS away_until
   FROM app_user u
   LEFT JOIN position p ON p.tenant_id = u.tenant_id AND p.id = u.position_id
   LEFT JOIN (
     SELECT l.tenant_id, l.user_id, max(l.end_date) AS until FROM leave_request l
     JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id AND r.status IN ('approved', 'approved_by_manager')
     WHERE l.tenant_id = current_tenant() AND l.live AND l.start_time IS NULL AND tenant_today() BETWEEN l.start_date AND l.end_date
     GROUP BY l.tenant_id, l.user_id
   ) AS a ON a.tenant_id = u.tenant_id AND a.user_id = u.id
   WHERE u.tenant_id = current_tenant() ORDER BY u.fullname COLLATE reader, u.id`,
);

/**
 * Employees on day $1 with position and manager, from the versions of employment. For a future day, planned changes are applied if the
 * reader may see them ($2).
 */
const selectPeopleOnDay = sql(
  "orgChart.peopleOn",
  `WITH plan AS (
     SELECT DISTINCT ON (f.user_id, f.field) f.user_id, f.field, f.after, f.department_id, f.parent_id
     FROM employment_change_field f
     JOIN employment_change c ON c.tenant_id = f.tenant_id AND c.id = f.change_id AND c.status = 'planned'
     WHERE f.tenant_id = current_tenant() AND $2 AND c.effective_on <= $1::date AND f.field IN ('position', 'department', 'parent')
     ORDER BY f.user_id, f.field, c.effective_on DESC
   )
   SELECT u.id, u.fullname, u.image, u.version,
     CASE WHEN pp.user_id IS NULL THEN e.position ELSE pp.after END AS position,
     CASE WHEN pd.user_id IS NULL THEN d.id ELSE pd.department_id END AS department_id,
     CASE WHEN pm.user_id IS NULL THEN e.parent_id ELSE pm.parent_id END AS parent_id,
     NOT u.external AND NOT EXISTS (SELECT FROM employment_change l WHERE l.tenant_id = u.tenant_id AND l.user_id = u.id AND $2
       AND l.status = 'planned' AND l.type IN ('termination', 'resignation') AND l.effective_on < $1::date) AS shown,
     NULL AS away_until
   FROM employment e
   JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.user_id
   LEFT JOIN department d ON d.tenant_id = e.tenant_id AND d.id = e.department_id
   LEFT JOIN plan pp ON pp.user_id = u.id AND pp.field = 'position'
   LEFT JOIN plan pd ON pd.user_id = u.id AND pd.field = 'department'
   LEFT JOIN plan pm ON pm.user_id = u.id AND pm.field = 'parent'
   WHERE e.tenant_id = current_tenant() AND e.period @> $1::date
   ORDER BY u.fullname COLLATE reader, u.id`,
);
/** Departures planned before day $1, with the successors relevant for the chart. */
const selectPlannedHandovers = sql(
  "orgChart.handovers",
  `SELECT c.user_id, ${["reports", "dotted", "departments"]
    .map(
      (kind) => `COALESCE((SELECT h.successor_id FROM employment_handover h
         WHERE h.tenant_id = c.tenant_id AND h.change_id = c.id AND h.kind = '${kind}'), c.successor_id) AS ${kind}`,
    )
    .join(", ")}
   FROM employment_change c WHERE c.tenant_id = current_tenant() AND c.status = 'planned'
     AND c.type IN ('termination', 'resignation') AND c.effective_on < $1::date ORDER BY c.effective_on, c.id`,
);

type Handover = Record<"user_id", number> & Record<"reports" | "dotted" | "departments", number | null>;

const selectDepartments = sql(
  "orgChart.departments",
  `SELECT d.id, d.name, d.parent_id,
     CASE WHEN h.active THEN ${personJson("h")} END AS head
   FROM department d LEFT JOIN app_user h ON h.tenant_id = d.tenant_id AND h.id = d.head_id
   WHERE d.tenant_id = current_tenant() ORDER BY d.name COLLATE reader, d.id`,
);

type Row = ChartPerson & { shown: boolean };
type Head = NonNullable<ChartDepartment["head"]>;

/** Places each vacancy below its manager or, if the manager isn't in the chart, below the next superior; `manager_id` stays. */
function placed(
  vacancies: readonly Vacancy[],
  rows: readonly Row[],
  leads: ReadonlyMap<number, number | null>,
  plans: readonly PlannedHandover[],
) {
  const isInChart = (id: number | null) => id !== null && leads.has(id);
  const above = new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
  return vacancies.map((vacancy): Vacancy => {
    const passed = new Set<number>();
    let at = vacancy.parent_id === null ? null : successorOf(vacancy.parent_id, plans);
    while (at !== null && !isInChart(at)) {
      if (passed.has(at)) return { ...vacancy, parent_id: null };
      passed.add(at);
      at = above.get(at) ?? null;
    }
    return { ...vacancy, parent_id: at };
  });
}

function headOn(head: Head, rows: readonly Row[], plans: readonly PlannedHandover[]): Head {
  const row = rows.find(({ id }) => id === successorOf(head.id, plans));
  return row && row.id !== head.id ? { id: row.id, fullname: row.fullname, image: row.image } : head;
}

/**
 * Returns the departments and the employees below their managers, as of today or another day.
 * @throws Problem 422 for a future day when the reader may not see planned changes.
 */
export async function readOrganizationChart(
  tx: Tx,
  actor: Actor,
  requestedDay: string | null = null,
): Promise<ReplyOf<typeof readChart>["data"]> {
  const now = await tenantToday(tx);
  const day = requestedDay ?? now;
  const plans = canReadAllFields(actor);
  if (day > now && !plans) throw invalidFieldProblem("as_of", "field.notInFuture");
  const planned = day > now ? await tx.rows<Handover>(selectPlannedHandovers, [day]) : [];
  const takenOver = (kind: "reports" | "dotted" | "departments") =>
    planned.map((plan) => ({ user_id: plan.user_id, successor_id: plan[kind] }));
  const found = await (day === now ? tx.rows<Row>(selectPeople) : tx.rows<Row>(selectPeopleOnDay, [day, day > now]));
  const rows = applyHandovers(found, takenOver("reports"));
  const leads = nearestShownAncestors(rows, new Set(rows.filter(({ shown }) => shown).map(({ id }) => id)));
  const isShown = ({ user, acting }: ActingAssignment) => leads.has(user.id) && leads.has(acting.id);
  return {
    people: rows
      .filter(({ shown }) => shown)
      .map(({ id, fullname, image, position, department_id, away_until, version }) => ({
        id,
        fullname,
        image,
        position,
        department_id,
        parent_id: leads.get(id) ?? null,
        away_until,
        version,
      })),
    vacancies: placed(await vacanciesOnDay(tx, day), rows, leads, takenOver("reports")),
    dotted: (await dottedLinesOnDay(tx, day))
      .map(({ user_id, manager_id }) => ({ user_id, manager_id: successorOf(manager_id, takenOver("dotted")) }))
      .filter(
        ({ user_id, manager_id }, at, all) =>
          // The successor may already be a dotted-line manager of the user.
          all.findIndex((one) => one.user_id === user_id && one.manager_id === manager_id) === at &&
          user_id !== manager_id &&
          leads.has(user_id) &&
          leads.has(manager_id) &&
          leads.get(user_id) !== manager_id,
      ),
    acting: (await actingOnDay(tx, day)).filter(isShown),
    later_acting: plans && day === now ? (await actingAfterDay(tx, day)).filter(isShown) : [],
    departments: (await tx.rows<ChartDepartment>(selectDepartments)).map(({ head, ...department }) => ({
      ...department,
      head: head && headOn(head, rows, takenOver("departments")),
    })),
    today: now,
    as_of: day,
    plans,
    // Charts of other days than today are read-only.
    can: {
      move: plans && day === now,
      move_oneself: plans && day === now && !(await isOwnEmploymentBlocked(tx, actor, actor.id)),
    },
    ...(await streamPosition(tx, directoryStream(tx.tenantId))),
  };
}

/**
 * Fills a vacancy; the second of two concurrent calls is rejected.
 * @throws Problem 404 when the position isn't vacant any more; 403 and 422 as for changing the user.
 */
export async function fillVacancy(tx: Tx, actor: Actor, id: number, userId: number): Promise<void> {
  await readVacancy(tx, id);
  const person = await loadVisibleUser(tx, actor, userId).catch(() => null);
  if (!person?.active || person.is_external) throw invalidFieldProblem("user_id", "field.unknown");
  const place = await closeVacancy(tx, id, userId);
  const { position_id, department_id, parent_id } = place;
  await changePerson(tx, actor, userId, { position_id, department_id, parent_id });
}
