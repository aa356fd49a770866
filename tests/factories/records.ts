import { createHash } from "node:crypto";
import type { EntityName } from "../../shared/kernel/fields";
import { sql } from "../../server/platform/database/unit-of-work";
import type { Person, World } from "../support/world";
import { bookingRecords } from "./bookings";
import { employmentRecords } from "./records.employment";
import { formRecords } from "./records.forms";
import { leaveRecords } from "./records.leave";
import { newsRecords } from "./records.news";
import { type One, together } from "./together";

export type Records = Record<EntityName, number>;

const notification = sql(
  "factory.notification",
  `INSERT INTO notification (tenant_id, user_id, event_id, kind, "values", path, subject)
   VALUES (current_tenant(), $1, 1, 'project.added', $2, '/projects', $3) RETURNING id`,
);
const file = sql(
  "factory.file",
  `INSERT INTO file (tenant_id, name, type, size, storage_key) VALUES (current_tenant(), $1, 'application/pdf', 1, $2) RETURNING id`,
);
const group = sql(
  "factory.group",
  "INSERT INTO user_group (tenant_id, title) VALUES (current_tenant(), $1) RETURNING id",
);
const client = sql(
  "factory.client",
  "INSERT INTO client (tenant_id, fullname) VALUES (current_tenant(), $1) RETURNING id",
);
const position = sql(
  "factory.position",
  "INSERT INTO position (tenant_id, title) VALUES (current_tenant(), $1) RETURNING id",
);
const department = sql(
  "factory.department",
  "INSERT INTO department (tenant_id, name, code) VALUES (current_tenant(), $1, $2) RETURNING id",
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
    const one: One = async (statement, values = []) => (await tx.one<{ id: number }>(statement, values))?.id as number;
    const fileOf = (at: number) => one(file, [`${mark}.pdf`, keyOf(mark, at)]);
    const place = placeOf(mark);
    // One after the other, since numbers of a table are given in the same order each time.
    return {
      ...(await taskRecords(one, { task, by: admin.id, mark }, fileOf(0))),
      ...(await together({
        group: one(group, [`Group ${mark}`]),
        client: one(client, [`Client ${mark}`]),
        position: one(position, [`Position ${mark}`]),
        department: one(department, [`Department ${mark}`, mark]),
      })),
      ...(await leaveRecords(one, { by: admin.id, mark, place }, fileOf(1))),
      ...(await formRecords(one, admin.id, mark, fileOf(2))),
      ...(await together({
        notification: one(notification, [admin.id, { sender: mark, title: mark }, mark]),
        delegation: one(delegation, [admin.id, employee.id]),
        approvalRule: one(approvalRule, [`Rule ${mark}`, 900 + place]),
        calendarFeed: one(calendarFeed, [admin.id, mark]),
        event: one(parked),
        passkey: one(passkey, [admin.id, mark]),
        apiToken: one(apiToken, [admin.id, mark]),
        financeRequest: one(financeRequest, [admin.id, `Purchase ${mark}`]),
        budget: one(budget, [`Budget ${mark}`]),
        archiveRun: one(archiveRun),
      })),
      ...(await employmentRecords(one, { of: employee.id, by: admin.id, mark, place }, fileOf(4))),
      ...(await bookingRecords(one, admin.id, mark)),
      ...(await newsRecords(one, admin.id, mark, fileOf(3))),
    };
  });
  const role = world.roles.employee;
  return {
    project,
    column,
    task,
    tag,
    comment,
    session,
    timeEntry,
    user: employee.id,
    colleague: admin.id,
    role,
    ...rest,
  };
}

async function taskRecords(
  one: One,
  { task, by, mark }: { task: number; by: number; mark: string },
  file: Promise<number>,
) {
  const fileId = await file;
  const hanging = together({
    attachment: one(attachment, [task, `Attachment ${mark}`, fileId, by]),
    subtask: one(subtask, [task, `Subtask ${mark}`]),
    stoppedTimer: one(stoppedTimer, [by, task]),
  });
  return { file: fileId, ...(await hanging) };
}
