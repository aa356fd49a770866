import { selectOpenResponsibilities } from "../../../server/people/employment/handover.sql";
import { type Tx, unnamedSql } from "../../../server/platform/database/unit-of-work";
import { recordsOf } from "../../factories/records";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";

/** Creates each kind of reference to the administrator. Each later case removes one kind and expects only its count to decrease. */
const server = testServer();

let world: World;
let task: number;
let request: number;
beforeAll(async () => {
  world = await server.world();
  ({ task, financeRequest: request } = await recordsOf(world, "MINE"));
  await world.tx(async (tx) => {
    for (const statement of responsibilityStatements()) await tx.rows(unnamedSql(statement));
  });
  await recordsOf({ ...world, admin: await world.person("administrator") }, "OTHER");
});

function responsibilityStatements(): string[] {
  const [ada, emil, hr] = [world.admin.id, world.employee.id, world.hr.id];
  const step = JSON.stringify([{ by: "user", user_id: ada }]);
  return [
    `INSERT INTO task_user (tenant_id, project_id, task_id, user_id) SELECT tenant_id, project_id, id, ${ada} FROM task`,
    `UPDATE subtask SET assignee_id = ${ada}`,
    `INSERT INTO request_step (tenant_id, request_id, round, position, approver, route, approver_id, state, since)
     VALUES (current_tenant(), ${request}, 1, 0, 'user', 'rule', ${ada}, 'now', now())`,
    `UPDATE app_user SET parent_id = ${ada} WHERE id = ${emil}`,
    `UPDATE vacancy SET manager_id = ${ada}`,
    `INSERT INTO dotted_line (tenant_id, user_id, manager_id, begun_on) VALUES (current_tenant(), ${hr}, ${ada}, '2026-01-01')`,
    `UPDATE department SET head_id = ${ada} WHERE code = 'MINE'`,
    `UPDATE finance_budget SET owner_id = ${ada}`,
    `INSERT INTO project_member (tenant_id, project_id, user_id, role) SELECT tenant_id, id, ${ada}, 'owner' FROM project`,
    `UPDATE project_member SET role = 'member' WHERE user_id <> ${ada}`,
    `UPDATE approval_rule SET steps = '${step}' WHERE name = 'Rule MINE'`,
    `UPDATE form SET draft = '{"title": "Drafted", "steps": ${step}}'`,
    `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type, status)
       SELECT tenant_id, 'leave', ${emil}, type, 'pending' FROM request WHERE family = 'leave' RETURNING id, type)
     INSERT INTO leave_request (id, tenant_id, user_id, leave_type_id, start_date, end_date, days, live, substitute_id)
     SELECT id, current_tenant(), ${emil}, type::bigint, tenant_today(), tenant_today(), 1, true, ${ada} FROM r`,
    `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type, status)
       SELECT tenant_id, 'leave', ${ada}, type, 'pending' FROM request WHERE requester_id = ${ada} AND family = 'leave' RETURNING id, type)
     INSERT INTO leave_request (id, tenant_id, user_id, leave_type_id, start_date, end_date, days, live)
     SELECT id, current_tenant(), ${ada}, type::bigint, '2031-05-05', '2031-05-05', 1, true FROM r`,
    `INSERT INTO driver (tenant_id, user_id, licence_classes) VALUES (current_tenant(), ${ada}, '{B}')`,
    `INSERT INTO employment_change (tenant_id, user_id, type, effective_on, requested_by, successor_id)
     VALUES (current_tenant(), ${hr}, 'resignation', '2031-01-01', ${hr}, ${ada})`,
    `UPDATE onboarding_task SET duty = 'person', user_id = ${ada}`,
    `INSERT INTO onboarding_task (tenant_id, person_id, position, title, duty, offset_days, due_on)
     VALUES (current_tenant(), ${ada}, 1, 'Desk', 'hr', 0, '2031-01-01')`,
    `INSERT INTO timer (tenant_id, user_id, task_id, started_at) VALUES (current_tenant(), ${ada}, ${task}, now())`,
    `INSERT INTO user_group_member (tenant_id, group_id, user_id)
     SELECT tenant_id, id, ${ada} FROM user_group WHERE title = 'Group MINE'`,
    `INSERT INTO employment_change (tenant_id, user_id, type, effective_on, requested_by)
     VALUES (current_tenant(), ${ada}, 'promotion', '2031-01-01', ${hr})`,
  ];
}

type Counts = Record<string, number>;
const countsOf = async (tx: Tx, id: number): Promise<Counts> =>
  Object.fromEntries(
    (await tx.rows<{ kind: string; count: number }>(selectOpenResponsibilities, [id, null])).map((one) => [
      one.kind,
      one.count,
    ]),
  );

class RolledBack extends Error {}
async function without(statement: string): Promise<Counts> {
  let less: Counts = {};
  const work = world.tx(async (tx) => {
    const before = await countsOf(tx, world.admin.id);
    await tx.rows(unnamedSql(statement));
    const after = await countsOf(tx, world.admin.id);
    less = Object.fromEntries(
      Object.keys(before).flatMap((kind) => {
        const fewer = (before[kind] ?? 0) - (after[kind] ?? 0);
        return fewer === 0 ? [] : [[kind, fewer]];
      }),
    );
    throw new RolledBack();
  });
  await expect(work).rejects.toThrow(RolledBack);
  return less;
}

test("all references to a user are counted, and none to other users", async () => {
  const [ada, finn] = await world.tx((tx) =>
    Promise.all([world.admin, world.finance].map(({ id }) => countsOf(tx, id))),
  );
  expect(Object.entries(ada ?? {}).filter(([, count]) => count === 0)).toEqual([]);
  expect(ada).toMatchObject({ reports: 2, requests: 4, tasks: 2, projects: 1, weeks: 1 });
  expect(Object.values(finn ?? {}).filter((count) => count > 0)).toEqual([]);
});

const done = "UPDATE task_status SET kind = 'done'";
const other = "(SELECT id FROM app_user WHERE fullname = 'Finn Finance')";
test.each<[of: string, statement: () => string, less: Counts]>([
  ["an archived task", () => "UPDATE task SET archived_at = now()", { tasks: 2, subtasks: 1 }],
  ["a task that is done", () => done, { tasks: 2 }],
  [
    "an archived project",
    () => "UPDATE project SET archived_at = now()",
    { tasks: 2, subtasks: 1, series: 1, projects: 1 },
  ],
  [
    "a series that has ended",
    () => "UPDATE task_series SET state = 'ended', next_day = NULL, next_date = NULL, next_at = NULL",
    { series: 1 },
  ],
  ["a subtask that is done", () => "UPDATE subtask SET completed = true", { subtasks: 1 }],
  ["a step that isn't reached", () => "UPDATE request_step SET state = 'next'", { approvals: 1 }],
  ["a step of somebody else", () => `UPDATE request_step SET approver_id = ${other}`, { approvals: 1 }],
  ["a filled vacancy", () => "UPDATE vacancy SET ended_on = tenant_today()", { reports: 1 }],
  ["a vacancy elsewhere", () => `UPDATE vacancy SET manager_id = ${other}`, { reports: 1 }],
  ["an ended dotted line", () => "UPDATE dotted_line SET ended_on = tenant_today()", { dotted: 1 }],
  ["a department of somebody else", () => `UPDATE department SET head_id = ${other}`, { departments: 1 }],
  [
    "a budget of last year",
    () => "UPDATE finance_budget SET year = extract(year FROM tenant_today()) - 1",
    { budgets: 1 },
  ],
  ["a budget of another user", () => `UPDATE finance_budget SET owner_id = ${other}`, { budgets: 1 }],
  ["a project of which one is a member", () => "UPDATE project_member SET role = 'member'", { projects: 1 }],
  ["a project with a second owner", () => "UPDATE project_member SET role = 'owner'", { projects: 1 }],
  [
    "a project whose second owner has gone: it hangs still",
    () =>
      `WITH gone AS (UPDATE app_user SET active = false WHERE id = ${world.manager.id}) UPDATE project_member SET role = 'owner'`,
    {},
  ],
  [
    "rules and forms of whose number begins alike",
    () => `WITH r AS (UPDATE approval_rule SET steps = replace(steps::text, '"user_id": ', '"user_id": 7')::jsonb WHERE name = 'Rule MINE')
       UPDATE form SET draft = replace(draft::text, '"user_id": ', '"user_id": 7')::jsonb`,
    { rules: 1, forms: 1 },
  ],
  [
    "rules and forms of whose number goes on",
    () => `WITH r AS (UPDATE approval_rule SET steps = replace(steps::text, '${world.admin.id}', '${world.admin.id}0')::jsonb WHERE name = 'Rule MINE')
       UPDATE form SET draft = replace(draft::text, '${world.admin.id}', '${world.admin.id}0')::jsonb`,
    { rules: 1, forms: 1 },
  ],
  [
    "a form that is published as it was drafted: it hangs still",
    () =>
      "WITH v AS (UPDATE form_version v SET definition = f.draft FROM form f WHERE f.id = v.form_id AND f.draft IS NOT NULL) UPDATE form SET draft = NULL",
    {},
  ],
  ["leave that isn't taken", () => "UPDATE leave_request SET live = false", { cover: 1, leave: 1 }],
  [
    "leave that came back",
    () =>
      "WITH l AS (UPDATE leave_request SET live = false) UPDATE request SET status = 'changes_requested' WHERE status = 'pending'",
    { cover: 1 },
  ],
  [
    "leave that is over",
    () => "UPDATE leave_request SET start_date = tenant_today() - 1, end_date = tenant_today() - 1",
    { cover: 1, leave: 1 },
  ],
  [
    "leave of today, when one leaves today",
    () => "UPDATE leave_request SET start_date = tenant_today(), end_date = tenant_today()",
    { leave: 1 },
  ],
  ["a cancelled booking", () => "UPDATE booking SET status = 'cancelled'", { bookings: 1 }],
  [
    "a booking that is over",
    () => "UPDATE booking SET starts_at = now() - interval '2 hours', ends_at = now() - interval '1 second'",
    { bookings: 1 },
  ],
  ["a driver no more", () => "UPDATE driver SET deleted_at = now()", { drivers: 1 }],
  [
    "plans that are settled",
    () => "UPDATE employment_change SET status = 'applied', settled_at = now()",
    { plans: 1, changes: 1 },
  ],
  [
    "a plan to leave",
    () => `UPDATE employment_change SET type = 'resignation' WHERE user_id = ${world.admin.id}`,
    { changes: 1 },
  ],
  [
    "what is prepared",
    () => `UPDATE onboarding_task SET done_at = now(), done_by = ${other}`,
    { onboarding: 1, preparations: 1 },
  ],
  ["a week that was sent", () => "UPDATE time_week SET state = 'submitted', submitted_at = now()", { weeks: 1 }],
  [
    "another week that was sent: it hangs still",
    () => "UPDATE time_week SET monday = monday - 7, state = 'submitted', submitted_at = now()",
    {},
  ],
  ["a day without time", () => "UPDATE time_day SET minutes = 0", { weeks: 1 }],
  ["an ended delegation", () => "UPDATE delegation SET ended_at = now(), end_reason = 'over'", { delegations: 1 }],
  [
    "acting that is over",
    () =>
      `UPDATE acting SET period = daterange(tenant_today() - 3, tenant_today()) WHERE acting_id = ${world.admin.id}`,
    { acting: 1 },
  ],
  ["requests that were sent", () => "UPDATE request SET status = 'pending' WHERE status = 'draft'", { requests: 4 }],
  [
    "requests that came back",
    () => "UPDATE request SET status = 'changes_requested' WHERE status = 'draft'",
    { requests: 1, leave: -1 },
  ],
])("the count of references decreases without %s", async (_, statement, less) => {
  expect(await without(statement())).toEqual(less);
});

test("only the first four of many references are listed by name", async () => {
  const { admin } = world;
  const groupResponsibility = await world.tx(async (tx) => {
    for (const title of ["B", "E", "D", "A", "C"])
      await tx.rows(
        unnamedSql(`WITH g AS (INSERT INTO user_group (tenant_id, title) VALUES (current_tenant(), '${title}') RETURNING id)
          INSERT INTO user_group_member (tenant_id, group_id, user_id) SELECT current_tenant(), id, ${admin.id} FROM g`),
      );
    const rows = await tx.rows<{ kind: string; count: number; names: string[] }>(selectOpenResponsibilities, [
      admin.id,
      null,
    ]);
    return rows.find(({ kind }) => kind === "groups");
  });
  expect(groupResponsibility).toEqual({ kind: "groups", count: 6, names: ["A", "B", "C", "D"] });
});
