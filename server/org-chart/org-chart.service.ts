import type { ReplyOf } from "../../shared/kernel/endpoint";
import { directoryStream } from "../../shared/kernel/events";
import type { ChartDepartment, ChartPerson, readChart } from "../../shared/org-chart/org-chart.contract";
import type { Vacancy } from "../../shared/org-chart/vacancies.contract";
import { nearestShown } from "../../shared/org-chart/org-chart.rules";
import { invalid } from "../../shared/kernel/problems";
import { dottedOn } from "../people/dotted-lines.service";
import { isKeptFromEmployment } from "../people/own-employment.service";
import { readsAll } from "../people/people.policy";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { streamRevision } from "../platform/live/subscribe";
import type { Actor } from "../platform/session";
import { actingOn } from "./acting.service";
import { vacanciesOn } from "./vacancies.service";

/** Those who have left stand here as well: whoever they led is led by who is next above. */
const people = sql(
  "orgChart.people",
  `SELECT u.id, u.fullname, u.image, p.title AS position, u.department_id, u.parent_id, u.version,
     u.active AND NOT u.external AS shown, a.until::text AS away_until
   FROM app_user u
   LEFT JOIN position p ON p.tenant_id = u.tenant_id AND p.id = u.position_id
   LEFT JOIN (
     SELECT l.tenant_id, l.user_id, max(l.end_date) AS until FROM leave_request l
     JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id AND r.status IN ('approved', 'approved_by_manager')
     WHERE l.tenant_id = current_tenant() AND l.live AND tenant_today() BETWEEN l.start_date AND l.end_date
     GROUP BY l.tenant_id, l.user_id
   ) AS a ON a.tenant_id = u.tenant_id AND a.user_id = u.id
   WHERE u.tenant_id = current_tenant() ORDER BY lower(u.fullname), u.id`,
);

/**
 * Who worked here on the day $1, as what, below whom: by the versions of employment. For a day to come what is planned until
 * then is laid over them ($2 whether the reader may see that).
 */
const peopleOn = sql(
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
   ORDER BY lower(u.fullname), u.id`,
);
const today = sql("orgChart.today", "SELECT tenant_today()::text AS today");

const departments = sql(
  "orgChart.departments",
  `SELECT d.id, d.name, d.parent_id,
     CASE WHEN h.active THEN json_build_object('id', h.id, 'fullname', h.fullname, 'image', h.image) END AS head
   FROM department d LEFT JOIN app_user h ON h.tenant_id = d.tenant_id AND h.id = d.head_id
   WHERE d.tenant_id = current_tenant() ORDER BY lower(d.name), d.id`,
);

type Row = ChartPerson & { shown: boolean };

/** Each below whoever leads it, or where they aren't in the chart, below whoever is next above. */
function placed(vacancies: readonly Vacancy[], rows: readonly Row[], leads: ReadonlyMap<number, number | null>) {
  const shown = (id: number | null) => id !== null && leads.has(id);
  const above = new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
  return vacancies.map((vacancy): Vacancy => {
    const passed = new Set<number>();
    let at = vacancy.parent_id;
    while (at !== null && !shown(at)) {
      if (passed.has(at)) return { ...vacancy, parent_id: null };
      passed.add(at);
      at = above.get(at) ?? null;
    }
    return { ...vacancy, parent_id: at };
  });
}

/**
 * Everybody who works here, each below whoever leads them, and the departments; on another day as it was then, or will be.
 * @throws Problem 422 for a day to come where the reader may not see what is planned.
 */
export async function organisationChart(
  tx: Tx,
  actor: Actor,
  asked: string | null = null,
): Promise<ReplyOf<typeof readChart>["data"]> {
  const now = ((await tx.one<{ today: string }>(today)) as { today: string }).today;
  const day = asked ?? now;
  const plans = readsAll(actor);
  if (day > now && !plans) throw invalid("as_of", "field.outOfRange");
  const rows = await (day === now ? tx.rows<Row>(people) : tx.rows<Row>(peopleOn, [day, day > now]));
  const leads = nearestShown(rows, new Set(rows.filter(({ shown }) => shown).map(({ id }) => id)));
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
    vacancies: placed(await vacanciesOn(tx, day), rows, leads),
    dotted: (await dottedOn(tx, day)).filter(
      ({ user_id, manager_id }) => leads.has(user_id) && leads.has(manager_id) && leads.get(user_id) !== manager_id,
    ),
    acting: (await actingOn(tx, day)).filter(({ user, acting }) => leads.has(user.id) && leads.has(acting.id)),
    departments: await tx.rows<ChartDepartment>(departments),
    today: now,
    as_of: day,
    plans,
    // What was, or will be, isn't changed here.
    can: {
      move: plans && day === now,
      move_oneself: plans && day === now && !(await isKeptFromEmployment(tx, actor, actor.id)),
    },
    revision: await streamRevision(tx, directoryStream(tx.tenantId)),
  };
}
