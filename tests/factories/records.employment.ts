import { sql } from "../../server/platform/database/unit-of-work";
import { type One, together } from "./together";

const employmentEntry = sql(
  "factory.employmentEntry",
  `INSERT INTO user_history (tenant_id, user_id, type, effective_on) VALUES (current_tenant(), $1, 'promotion', '2026-01-05') RETURNING id`,
);
const employmentFile = sql(
  "factory.employmentFile",
  "INSERT INTO employment_file (tenant_id, history_id, file_id) VALUES (current_tenant(), $1, $2) RETURNING id",
);
/** What somebody gets by mail. $1 person, $2 project. */
const analyticsReport = sql(
  "factory.analyticsReport",
  `INSERT INTO analytics_report (tenant_id, user_id, screen, subject_id, days, sent_for)
   VALUES (current_tenant(), $1, 'project', $2, 30, '2026-01-05')
   ON CONFLICT (tenant_id, user_id, screen, subject_id) DO UPDATE SET days = 30 RETURNING id`,
);

const employmentChange = sql(
  "factory.employmentChange",
  `INSERT INTO employment_change (tenant_id, user_id, type, effective_on, reason, requested_by)
   VALUES (current_tenant(), $1, 'change', '2031-01-01', $3, $2) RETURNING id`,
);
const personFile = sql(
  "factory.personFile",
  `WITH f AS (INSERT INTO file (tenant_id, name, type, size, storage_key, uploaded_by)
     SELECT current_tenant(), 'contract.pdf', 'application/pdf', 1, 'none/' || $3, $2
     FROM (SELECT set_config('app.reader_id', $2::bigint::text, true)) AS reader RETURNING id)
   INSERT INTO user_file (tenant_id, user_id, file_id, kind, title)
   SELECT current_tenant(), $1, f.id, 'contract', $3 FROM f RETURNING id`,
);

const onboardingTask = sql(
  "factory.onboardingTask",
  `INSERT INTO onboarding_task (tenant_id, person_id, position, title, duty, offset_days, due_on)
   VALUES (current_tenant(), $1, 0, $2, 'hr', 0, '2031-01-01') RETURNING id`,
);

const vacancy = sql(
  "factory.vacancy",
  `WITH p AS (INSERT INTO position (tenant_id, title) VALUES (current_tenant(), $1) RETURNING id)
   INSERT INTO vacancy (tenant_id, position_id) SELECT current_tenant(), id FROM p RETURNING id`,
);

/** $2 acts for $1, after whoever does already. */
const acting = sql(
  "factory.acting",
  `INSERT INTO acting (tenant_id, user_id, acting_id, period)
   SELECT current_tenant(), $1, $2, daterange(d.day, d.day + 30)
   FROM (SELECT COALESCE(max(upper(period)), tenant_today() - 3) AS day FROM acting WHERE tenant_id = current_tenant() AND user_id = $1) d
   RETURNING id`,
);

interface Of {
  of: number;
  by: number;
  mark: string;
  place: number;
}

/** A promotion in somebody's history with a file, a change that is planned, a file, and what one gets by mail. */
export async function employmentRecords(one: One, { of, by, mark, place }: Of, file: Promise<number>) {
  const made = await together({
    fileId: file,
    employmentEntry: one(employmentEntry, [of]),
    employmentChange: one(employmentChange, [of, by, `Reason ${mark}`]),
    personFile: one(personFile, [of, by, `File ${mark}`]),
    onboardingTask: one(onboardingTask, [of, `Task ${mark}`]),
    acting: one(acting, [of, by]),
    vacancy: one(vacancy, [`Vacant ${mark}`]),
    analyticsReport: one(analyticsReport, [by, place]),
  });
  const { fileId, ...rest } = made;
  return { ...rest, employmentFile: await one(employmentFile, [made.employmentEntry, fileId]) };
}
