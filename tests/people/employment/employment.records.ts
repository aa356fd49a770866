import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const insertEmploymentEntry = sql(
  "factory.employmentEntry",
  `INSERT INTO user_history (tenant_id, user_id, type, effective_on) VALUES (current_tenant(), $1, 'promotion', '2026-01-05') RETURNING id`,
);
const insertEmploymentFile = sql(
  "factory.employmentFile",
  "INSERT INTO employment_file (tenant_id, history_id, file_id) VALUES (current_tenant(), $1, $2) RETURNING id",
);

const insertEmploymentChange = sql(
  "factory.employmentChange",
  `INSERT INTO employment_change (tenant_id, user_id, type, effective_on, reason, requested_by)
   VALUES (current_tenant(), $1, 'change', '2031-01-01', $3, $2) RETURNING id`,
);
const insertPersonFile = sql(
  "factory.personFile",
  `WITH f AS (INSERT INTO file (tenant_id, name, type, size, storage_key, uploaded_by)
     SELECT current_tenant(), 'contract.pdf', 'application/pdf', 1, 'none/' || $3, $2
     FROM (SELECT set_config('app.reader_id', $2::bigint::text, true)) AS reader RETURNING id)
   INSERT INTO user_file (tenant_id, user_id, file_id, kind, title)
   SELECT current_tenant(), $1, f.id, 'contract', $3 FROM f RETURNING id`,
);

/** Inserts an import without users, so that it can be undone immediately. */
const insertPeopleImport = sql(
  "factory.peopleImport",
  `INSERT INTO people_import (tenant_id, user_id, file_name, created, changed, added)
   VALUES (current_tenant(), $1, $2, 0, 0, '{"department": [], "position": [], "group": [], "joins": []}') RETURNING id`,
);

const insertOnboardingTask = sql(
  "factory.onboardingTask",
  `INSERT INTO onboarding_task (tenant_id, person_id, position, title, duty, offset_days, due_on)
   VALUES (current_tenant(), $1, 0, $2, 'hr', 0, '2031-01-01') RETURNING id`,
);

const insertVacancy = sql(
  "factory.vacancy",
  `WITH p AS (INSERT INTO position (tenant_id, title) VALUES (current_tenant(), $1) RETURNING id)
   INSERT INTO vacancy (tenant_id, position_id) SELECT current_tenant(), id FROM p RETURNING id`,
);

/** User $2 acts for user $1, after any existing period. */
const insertActing = sql(
  "factory.acting",
  `INSERT INTO acting (tenant_id, user_id, acting_id, period)
   SELECT current_tenant(), $1, $2, daterange(d.day, d.day + 30)
   FROM (SELECT COALESCE(max(upper(period)), tenant_today() - 3) AS day FROM acting WHERE tenant_id = current_tenant() AND user_id = $1) d
   RETURNING id`,
);

export const makeRecords: MakeRecords = async (one, { admin, employee, mark, file }) => {
  const records = await awaitRecords({
    fileId: file(),
    employmentEntry: one(insertEmploymentEntry, [employee]),
    employmentChange: one(insertEmploymentChange, [employee, admin, `Reason ${mark}`]),
    peopleImport: one(insertPeopleImport, [admin, `${mark}.csv`]),
    personFile: one(insertPersonFile, [employee, admin, `File ${mark}`]),
    onboardingTask: one(insertOnboardingTask, [employee, `Task ${mark}`]),
    acting: one(insertActing, [employee, admin]),
    vacancy: one(insertVacancy, [`Vacant ${mark}`]),
  });
  const { fileId, ...rest } = records;
  return { ...rest, employmentFile: await one(insertEmploymentFile, [records.employmentEntry, fileId]) };
};
