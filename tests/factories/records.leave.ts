import { sql } from "../../server/platform/database/unit-of-work";
import { type One, together } from "./together";

/** Twenty working days a year. */
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
const holiday = sql(
  "factory.holiday",
  "INSERT INTO holiday (tenant_id, date, name) VALUES (current_tenant(), $1, $2) RETURNING id",
);
const request = sql(
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

/** A kind of leave, a holiday, and a draft of such leave with a comment and a file. */
export async function leaveRecords(
  one: One,
  { by, mark, place }: { by: number; mark: string; place: number },
  file: Promise<number>,
) {
  const { name, icon, daysFemale, daysMale, counting } = leaveTypeOf(`Leave ${mark}`);
  const { fileId, ...made } = await together({
    leaveType: one(leaveType, [name, icon, daysFemale, daysMale, counting]),
    holiday: one(holiday, [`2030-03-${String(place).padStart(2, "0")}`, `Holiday ${mark}`]),
    fileId: file,
  });
  const draft = await one(request, [by, made.leaveType, `Reason ${mark}`]);
  const hanging = together({
    requestComment: one(requestComment, [draft, by, `Said ${mark}`]),
    requestFile: one(requestFile, [draft, fileId, by]),
  });
  return { ...made, request: draft, ...(await hanging) };
}
