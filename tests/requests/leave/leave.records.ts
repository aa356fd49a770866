import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

export const leaveTypeOf = (name: string) => ({
  name,
  icon: "beach",
  daysFemale: 20,
  daysMale: 20,
  counting: "working" as const,
});

const leaveType = sql(
  "factory.leaveType",
  `INSERT INTO leave_type (tenant_id, name, icon, days_female, days_male, counting)
   VALUES (current_tenant(), $1, $2, $3, $4, $5) RETURNING id`,
);
const insertHoliday = sql(
  "factory.holiday",
  "INSERT INTO holiday (tenant_id, date, name) VALUES (current_tenant(), $1, $2) RETURNING id",
);
const insertRequest = sql(
  "factory.request",
  `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type) VALUES (current_tenant(), 'leave', $1, $2::bigint::text)
              RETURNING id, family)
   INSERT INTO leave_request (id, tenant_id, user_id, leave_type_id, start_date, end_date, days, reason)
   SELECT id, current_tenant(), $1, $2, '2030-06-03', '2030-06-04', 2, $3 FROM r RETURNING id`,
);
const requestComment = sql(
  "factory.requestComment",
  `INSERT INTO request_comment (tenant_id, request_id, user_id, body) VALUES (current_tenant(), $1, $2, $3) RETURNING id`,
);
const requestFile = sql(
  "factory.requestFile",
  `INSERT INTO request_attachment (tenant_id, request_id, file_id, user_id) VALUES (current_tenant(), $1, $2, $3) RETURNING id`,
);

const calendarFeed = sql(
  "factory.calendarFeed",
  `INSERT INTO calendar_feed (tenant_id, user_id, scope, token_hash)
   VALUES (current_tenant(), $1, 'own', sha256($2::text::bytea)) RETURNING id`,
);

const allowanceOverride = sql(
  "factory.leaveAllowanceOverride",
  `INSERT INTO leave_allowance_override (tenant_id, user_id, leave_type_id, during, days, reason)
   VALUES (current_tenant(), $1, $2, '[2030-01-01,2031-01-01)', 25, $3) RETURNING id`,
);

const leaveBatch = sql(
  "factory.leaveBatch",
  `INSERT INTO leave_batch (tenant_id, kind, leave_type_id, year, days, note, created_by)
   VALUES (current_tenant(), 'adjustment', $2, 2030, 1, $3, $1) RETURNING id`,
);

export const makeRecords: MakeRecords = async (one, { admin, mark, place, file }) => {
  const { name, icon, daysFemale, daysMale, counting } = leaveTypeOf(`Leave ${mark}`);
  const { fileId, ...records } = await awaitRecords({
    leaveType: one(leaveType, [name, icon, daysFemale, daysMale, counting]),
    holiday: one(insertHoliday, [`2030-03-${String(place).padStart(2, "0")}`, `Holiday ${mark}`]),
    calendarFeed: one(calendarFeed, [admin, mark]),
    fileId: file(),
  });
  const draft = await one(insertRequest, [admin, records.leaveType, `Reason ${mark}`]);
  const hanging = awaitRecords({
    leaveBatch: one(leaveBatch, [admin, records.leaveType, `Batch ${mark}`]),
    leaveAllowanceOverride: one(allowanceOverride, [admin, records.leaveType, `Exception ${mark}`]),
    requestComment: one(requestComment, [draft, admin, `Said ${mark}`]),
    requestFile: one(requestFile, [draft, fileId, admin]),
  });
  return { ...records, request: draft, ...(await hanging) };
};
