import { createHash } from "node:crypto";
import type { EntityName } from "../../shared/kernel/fields";
import { emptyDefinition, newField } from "../../shared/forms/forms.definition";
import { FileEntity } from "../../server/files/file.entity";
import { ClientEntity } from "../../server/clients/client.entity";
import { DepartmentEntity } from "../../server/departments/department.entity";
import { HolidayEntity, LeaveTypeEntity } from "../../server/leave/leave.entity";
import { PositionEntity } from "../../server/positions/position.entity";
import { GroupEntity } from "../../server/groups/group.entity";
import { sql } from "../../server/platform/database/unit-of-work";
import type { Person, World } from "../support/world";
import { bookingRecords } from "./bookings";
import { employmentRecords } from "./records.employment";
import { newsRecords } from "./records.news";

/** Twenty working days a year. */
export const leaveTypeOf = (name: string) => ({
  name,
  icon: "beach",
  daysFemale: 20,
  daysMale: 20,
  counting: "working" as const,
});

export type Records = Record<EntityName, number>;

const notification = sql(
  "factory.notification",
  `INSERT INTO notification (tenant_id, user_id, event_id, kind, "values", path, subject)
   VALUES (current_tenant(), $1, 1, 'project.added', $2, '/projects', $3) RETURNING id`,
);
const subtask = sql(
  "factory.subtask",
  "INSERT INTO subtask (tenant_id, task_id, name) VALUES (current_tenant(), $1, $2) RETURNING id",
);
const passkey = sql(
  "factory.passkey",
  `INSERT INTO passkey (tenant_id, user_id, name, rp_id, credential_id, public_key, counter)
   VALUES (current_tenant(), $1, $2, 'nowhere.test', $2, 'x', 0) RETURNING id`,
);
const apiToken = sql(
  "factory.apiToken",
  `INSERT INTO api_token (tenant_id, user_id, name, token_hash, scopes, expires_at)
   VALUES (current_tenant(), $1, $2, sha256($2::text::bytea), '{project-view}', now() + interval '30 days') RETURNING id`,
);
const stoppedTimer = sql(
  "factory.stoppedTimer",
  `INSERT INTO stopped_timer (tenant_id, user_id, task_id, started_at) VALUES (current_tenant(), $1, $2, now())
   RETURNING id`,
);
const attachment = sql(
  "factory.attachment",
  `INSERT INTO task_attachment (tenant_id, task_id, title, file_id, created_by)
   VALUES (current_tenant(), $1, $2, $3, $4) RETURNING id`,
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
const form = sql(
  "factory.form",
  `WITH f AS (INSERT INTO form (tenant_id, published) VALUES (current_tenant(), 1) RETURNING id)
   INSERT INTO form_version (tenant_id, form_id, number, definition)
   SELECT current_tenant(), id, 1, $1::jsonb FROM f RETURNING form_id AS id`,
);
const formRequest = sql(
  "factory.formRequest",
  `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type) VALUES (current_tenant(), 'form', $1, $2::bigint::text)
              RETURNING id)
   INSERT INTO form_request (id, tenant_id, form_id, form_version, answers)
   SELECT id, current_tenant(), $2, 1, $3::jsonb FROM r RETURNING id`,
);
const formFile = sql(
  "factory.formFile",
  `INSERT INTO form_file (tenant_id, request_id, field, file_id) VALUES (current_tenant(), $1, 'f2', $2) RETURNING file_id AS id`,
);
const delegation = sql(
  "factory.delegation",
  `INSERT INTO delegation (tenant_id, delegator_id, delegatee_id, start_date, end_date)
   VALUES (current_tenant(), $1, $2, '2020-01-01', '2020-01-02') RETURNING id`,
);
const approvalRule = sql(
  "factory.approvalRule",
  `INSERT INTO approval_rule (tenant_id, family, position, name, condition, steps)
   VALUES (current_tenant(), 'finance', $2, $1, '{"types": ["never"]}', '[{"by": "manager"}]') RETURNING id`,
);
const calendarFeed = sql(
  "factory.calendarFeed",
  `INSERT INTO calendar_feed (tenant_id, user_id, scope, token_hash)
   VALUES (current_tenant(), $1, 'own', sha256($2::text::bytea)) RETURNING id`,
);
const parked = sql(
  "factory.parked",
  `UPDATE domain_event SET parked_at = now(), last_error = 'test' WHERE tenant_id = current_tenant() AND id = (
     SELECT min(id) FROM domain_event WHERE tenant_id = current_tenant()) RETURNING id`,
);

// As the one who holds user-edit: the database asks who writes private rows.

const financeRequest = sql(
  "factory.financeRequest",
  `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type) VALUES (current_tenant(), 'finance', $1, 'purchase')
              RETURNING id),
   f AS (INSERT INTO finance_request (id, tenant_id, requester_id, type, status, currency, amount, title, details)
         SELECT id, current_tenant(), $1, 'purchase', 'draft', 'USD', 20, $2, $2 FROM r RETURNING id)
   INSERT INTO finance_item (tenant_id, request_id, position, details, price, quantity, decimals, total)
   SELECT current_tenant(), id, 0, $2, 10, 2, 2, 20 FROM f RETURNING request_id AS id`,
);
const budget = sql(
  "factory.budget",
  `WITH d AS (INSERT INTO department (tenant_id, name, code) VALUES (current_tenant(), $1, $1) RETURNING id)
   INSERT INTO finance_budget (tenant_id, department_id, year, amount) SELECT current_tenant(), id, 2031, 1000 FROM d RETURNING id`,
);
const archiveRun = sql(
  "factory.archiveRun",
  // One at a time for each tenant: whoever comes second has that one.
  `WITH a AS (INSERT INTO finance_archive_run (tenant_id, due) VALUES (current_tenant(), 0) ON CONFLICT DO NOTHING RETURNING id)
   SELECT id FROM a UNION ALL SELECT id FROM finance_archive_run WHERE tenant_id = current_tenant() LIMIT 1`,
);

/** Two marks of one tenant don't get in each other's way where only one may be: on a day, at a place. */
const placeOf = (mark: string) => 1 + (mark.charCodeAt(0) % 28);

/** Where the bytes would lie, if there were any. */
const keyOf = (mark: string, at: number) => `1/0${at}/${createHash("sha1").update(mark).digest("hex")}`;

type One = (statement: typeof subtask, values?: unknown[]) => Promise<number>;
const financeRecords = async (one: One, adminId: number, mark: string) => ({
  financeRequest: await one(financeRequest, [adminId, `Purchase ${mark}`]),
  budget: await one(budget, [`Budget ${mark}`]),
  archiveRun: await one(archiveRun),
});

/**
 * One record of each kind, made by the manager where there is a call for it, with `mark` in every text. What belongs to
 * a person belongs to the administrator; who sees no project that isn't theirs is put into it (`joins`).
 */
export async function recordsOf(world: World, mark: string, joins: Pick<Person, "id">[] = []): Promise<Records> {
  const { admin, manager, employee } = world;
  const as = world.api(manager);
  const project = (await as.post("/project", { title: `Project ${mark}` })).body.data.id as number;
  const people = [manager, ...joins].map(({ id }, at) => ({ user_id: id, role: at === 0 ? "owner" : "member" }));
  if (joins.length > 0) await as.put(`/project/${project}/members`, { members: people });
  const columns = (await as.get(`/project/${project}/task_tatus`)).body.data as { id: number }[];
  const column = columns[0]?.id as number;
  const task = (await as.post("/task", { title: `Task ${mark}`, task_status_id: column })).body.data.id as number;
  const tag = (await as.post("/project/tags", { project_id: project, name: `Tag ${mark}` })).body.data.id as number;
  const comment = (await world.api(admin).post("/comments", { task_id: task, comment: `Comment ${mark}` })).body.data
    .id as number;
  const entry = { task_id: task, date: "2026-11-17", hours: 1, minutes: 0, note: `Note ${mark}` };
  const timeEntry = (await world.api(admin).post("/time-entry", entry)).body.data.id as number;
  const { sessionId: session } = await world.signIn(admin);
  const rest = await world.tx(async (tx) => {
    const one = async (statement: typeof subtask, values: unknown[] = []) =>
      ((await tx.one<{ id: number }>(statement, values)) as { id: number }).id;
    const file = { name: `${mark}.pdf`, type: "application/pdf", size: 1, storageKey: keyOf(mark, 0) };
    const leaveType = (await tx.repo(LeaveTypeEntity).insert(leaveTypeOf(`Leave ${mark}`))).id;
    const fileId = (await tx.repo(FileEntity).insert(file)).id;
    const besides = { ...file, storageKey: keyOf(mark, 1) };
    const requestFileId = (await tx.repo(FileEntity).insert(besides)).id;
    const requestId = await one(request, [admin.id, leaveType, `Reason ${mark}`]);
    return {
      group: (await tx.repo(GroupEntity).insert({ title: `Group ${mark}` })).id,
      client: (await tx.repo(ClientEntity).insert({ fullname: `Client ${mark}` })).id,
      position: (await tx.repo(PositionEntity).insert({ title: `Position ${mark}` })).id,
      department: (await tx.repo(DepartmentEntity).insert({ name: `Department ${mark}`, code: mark })).id,
      file: fileId,
      attachment: await one(attachment, [task, `Attachment ${mark}`, fileId, admin.id]),
      notification: await one(notification, [admin.id, { sender: mark, title: mark }, mark]),
      subtask: await one(subtask, [task, `Subtask ${mark}`]),
      leaveType,
      holiday: (
        await tx
          .repo(HolidayEntity)
          .insert({ date: `2030-03-${String(placeOf(mark)).padStart(2, "0")}`, name: `Holiday ${mark}` })
      ).id,
      request: requestId,
      requestComment: await one(requestComment, [requestId, admin.id, `Said ${mark}`]),
      requestFile: await one(requestFile, [requestId, requestFileId, admin.id]),
      ...(await formOf(
        mark,
        one,
        admin.id,
        (
          await tx.repo(FileEntity).insert({ ...file, storageKey: keyOf(mark, 2) })
        ).id,
      )),
      delegation: await one(delegation, [admin.id, employee.id]),
      role: world.roles.employee,
      approvalRule: await one(approvalRule, [`Rule ${mark}`, 900 + placeOf(mark)]),
      calendarFeed: await one(calendarFeed, [admin.id, mark]),
      event: await one(parked),
      passkey: await one(passkey, [admin.id, mark]),
      apiToken: await one(apiToken, [admin.id, mark]),
      ...(await employmentRecords(
        one,
        { of: employee.id, by: admin.id, mark, place: placeOf(mark) },
        (
          await tx.repo(FileEntity).insert({ ...file, storageKey: keyOf(mark, 4) })
        ).id,
      )),
      stoppedTimer: await one(stoppedTimer, [admin.id, task]),
      ...(await financeRecords(one, admin.id, mark)),
      ...(await bookingRecords(one, admin.id, mark)),
      ...(await newsRecords(
        one,
        admin.id,
        mark,
        (
          await tx.repo(FileEntity).insert({ ...file, storageKey: keyOf(mark, 3) })
        ).id,
      )),
    };
  });
  return { project, column, task, tag, comment, session, timeEntry, user: employee.id, colleague: admin.id, ...rest };
}

/** A form of a text and a file, published, and a draft of it with a file. */
async function formOf(
  mark: string,
  one: (statement: typeof subtask, values: unknown[]) => Promise<number>,
  owner: number,
  fileId: number,
) {
  const fields = [newField("text", "f1"), newField("file", "f2")].map((field) => ({
    ...field,
    label: `Field ${mark}`,
  }));
  const definition = { ...emptyDefinition(`Form ${mark}`), fields };
  const id = await one(form, [JSON.stringify(definition)]);
  const request = await one(formRequest, [owner, id, JSON.stringify({ f1: `Answer ${mark}` })]);
  return { form: id, formRequest: request, formFile: await one(formFile, [request, fileId]) };
}
