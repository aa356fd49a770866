import type { DepartmentAnalytics } from "../../../shared/insights/analytics/department-analytics.contract";
import type { TaskAnalytics, TaskFigureRow } from "../../../shared/insights/analytics/task-analytics.contract";
import type { UserAnalytics } from "../../../shared/insights/analytics/user-analytics.contract";
import { catchUpFlow, rebuildFlow } from "../../../server/insights/analytics/flow.service";
import { LeaveTypeEntity } from "../../../server/requests/leave/types/leave.entity";
import { leaveTypeOf } from "../../requests/leave/leave.records";
import { columnsOf, newProject, newTask, newTeam, requireOk } from "../../work/projects/projects";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";

const server = testServer();

async function moved(world: World, projectId: number, taskId: number, ...columns: (number | undefined)[]) {
  for (const column of columns)
    requireOk(await world.api(world.admin).put(`/task/${taskId}/status-update`, { task_status_id: column }));
  await world.tx((tx) => catchUpFlow(tx, projectId));
}

describe("task analytics", () => {
  test("task analytics require the permission and access to the project", async () => {
    const world = await server.world();
    const { project } = await newTeam(world, { members: [{ user_id: world.external.id, role: "member" }] });
    const task = await newTask(world, project.id);
    const other = await server.world();
    const statusFor = async (person: Person) => (await world.api(person).get(`/analytics/task/${task.id}`)).status;
    expect(await statusFor(world.employee)).toBe(403);
    expect(await statusFor(world.external)).toBe(403);
    expect(await statusFor(world.manager)).toBe(200);
    const hidden = await newProject(world, { title: "Hidden" }, world.admin);
    const hiddenTask = await newTask(world, hidden.id);
    expect((await world.api(world.manager).get(`/analytics/task/${hiddenTask.id}`)).status).toBe(404);
    expect((await other.api(other.admin).get(`/analytics/task/${task.id}`)).status).toBe(404);
  });

  test("task analytics return the column stays in order, with blockers", async () => {
    const world = await server.world();
    const project = await newProject(world);
    const [todo, doing, done] = await columnsOf(world, project.id);
    const blocker = await newTask(world, project.id);
    const task = await newTask(world, project.id, { blockers: [blocker.id], estimate_minutes: 90 });
    await moved(world, project.id, task.id, doing?.id, done?.id, doing?.id);
    const read = async () =>
      requireOk(await world.api(world.manager).get(`/analytics/task/${task.id}`)).body.data as TaskAnalytics;
    await world.tx(async (tx) => {
      await tx.rows(
        {
          name: "",
          text: `UPDATE analytics_stay s SET entered_at = now() - ago * interval '1 day',
                   left_at = CASE WHEN ago > 1 THEN now() - (ago - 1) * interval '1 day' END
                 FROM (SELECT revision, row_number() OVER (ORDER BY revision DESC) AS ago FROM analytics_stay WHERE task_id = $1) o
                 WHERE s.task_id = $1 AND s.revision = o.revision`,
        },
        [task.id],
      );
      await tx.rows(
        {
          name: "",
          text: `UPDATE analytics_task SET created_at = now() - interval '4 days', started_at = now() - interval '3 days'
                 WHERE task_id = $1`,
        },
        [task.id],
      );
    });
    const figures = await read();
    expect([figures.lead_days, figures.cycle_days, figures.waiting_days]).toEqual([4, 3, 1]);
    expect(figures.stays.map(({ column_id, to }) => [column_id, to !== null])).toEqual([
      [todo?.id, true],
      [doing?.id, true],
      [done?.id, true],
      [doing?.id, false],
    ]);
    expect(figures).toMatchObject({ reopened: 1, finished_at: null, estimate_minutes: 90, behind: false });
    expect(figures.touches).toBeGreaterThanOrEqual(4);
    const list = async (figure: string) =>
      requireOk(await world.api(world.manager).get(`/analytics/task/${task.id}/list?figure=${figure}`)).body.data;
    const sum = (rows: TaskFigureRow[]) => rows.reduce((total, { days }) => total + (days ?? 0), 0);
    for (const [figure, value] of [
      ["cycle", figures.cycle_days],
      ["lead", figures.lead_days],
      ["waiting", figures.waiting_days],
      ["blocked", figures.blocked_days],
    ] as const)
      expect([figure, sum(await list(figure))]).toEqual([figure, value]);
    expect(await list("reopened")).toHaveLength(figures.reopened);
    expect((await list("cycle")).map(({ title }: TaskFigureRow) => title)).toEqual([
      doing?.title,
      done?.title,
      doing?.title,
    ]);
    expect((await list("waiting")).map(({ title }: TaskFigureRow) => title)).toEqual([todo?.title]);
    const { today } = requireOk(await world.api(world.manager).get("/analytics/department")).body.data;
    for (const minutes of [20, 25])
      requireOk(
        await world.api(world.manager).post("/time-entry", { task_id: task.id, date: today, hours: 0, minutes }),
      );
    expect(await list("spent")).toMatchObject([{ from: today, minutes: 45 }]);
    expect((await read()).spent_minutes).toBe(45);
    const history = requireOk(await world.api(world.manager).get(`/task/${task.id}/activity`)).body.data;
    expect(history).toHaveLength((await read()).touches);
    expect((await world.api(world.employee).get(`/analytics/task/${task.id}/list?figure=lead`)).status).toBe(403);
    const aging = requireOk(await world.api(world.manager).get("/analytics/task")).body.data;
    expect(aging.map(({ id }: { id: number }) => id)).toEqual([task.id]);
    expect(requireOk(await world.api(world.finance).get("/analytics/project")).body.data).toEqual([]);
  });
});

test("a finished task keeps its times when it moves to another project", async () => {
  const world = await server.world();
  const [source, target] = [await newProject(world), await newProject(world, { title: "Target" })];
  const [, doing, done] = await columnsOf(world, source.id);
  const task = await newTask(world, source.id);
  await moved(world, source.id, task.id, doing?.id, done?.id);
  const age = (days: number) =>
    world.tx((tx) =>
      tx.rows(
        {
          name: "",
          text: `UPDATE domain_event e SET at = e.at - (o.place + $2::int) * interval '1 day'
                 FROM (SELECT id, row_number() OVER (ORDER BY id DESC) AS place FROM domain_event WHERE task_id = $1) o WHERE e.id = o.id`,
        },
        [task.id, days],
      ),
    );
  await age(9);
  const transfer = async (projectId: number) => {
    requireOk(await world.api(world.manager).put(`/task/${task.id}/project`, { project_id: projectId }));
    for (const { id } of [source, target]) await world.tx((tx) => catchUpFlow(tx, id));
  };
  const read = async () =>
    requireOk(await world.api(world.manager).get(`/analytics/task/${task.id}`)).body.data as TaskAnalytics;
  const figuresOf = ({ created_at, started_at, finished_at, reopened }: TaskAnalytics) => ({
    created_at,
    started_at,
    finished_at,
    reopened,
  });
  await world.tx((tx) => rebuildFlow(tx, source.id));
  const before = await read();
  expect([before.lead_days, before.cycle_days]).toEqual([2, 1]);
  for (const project of [target, source, target]) {
    await transfer(project.id);
    const after = await read();
    expect(figuresOf(after)).toEqual(figuresOf(before));
    expect(after.stays.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["todo", "doing", "done"]));
    const rows = requireOk(await world.api(world.manager).get(`/analytics/task/${task.id}/list?figure=lead`)).body
      .data as TaskFigureRow[];
    expect(rows.reduce((sum, { days }) => sum + (days ?? 0), 0)).toBe(after.lead_days);
  }
  const finished = requireOk(await world.api(world.manager).get(`/analytics/project/${target.id}`)).body.data
    .throughput;
  const total = (buckets: { to: string; count: number }[], today: string) => [
    buckets.reduce((sum, { count }) => sum + count, 0),
    buckets.find(({ to }) => to === today)?.count,
  ];
  expect(total(finished, finished.at(-1).to)).toEqual([1, 0]);
  await world.tx((tx) => rebuildFlow(tx, target.id));
  expect(figuresOf(await read())).toEqual(figuresOf(before));
  // The task is reopened in its new project.
  const [, active] = await columnsOf(world, target.id);
  await moved(world, target.id, task.id, active?.id);
  expect(figuresOf(await read())).toEqual({ ...figuresOf(before), finished_at: null, reopened: 1 });
});

describe("user analytics", () => {
  test("users see their own figures, and managers see those of their employees", async () => {
    const world = await server.world();
    const lead = await world.person("employee");
    const below = await world.person("employee", { managerId: lead.id });
    const statusFor = async (by: Person, of: Person) => (await world.api(by).get(`/analytics/user/${of.id}`)).status;
    expect(await statusFor(world.employee, world.employee)).toBe(200);
    expect(await statusFor(world.employee, below)).toBe(403);
    expect(await statusFor(lead, below)).toBe(200);
    expect(await statusFor(below, lead)).toBe(403);
    expect(await statusFor(world.hr, below)).toBe(200);
    expect(await statusFor(world.external, world.external)).toBe(403);
    const other = await server.world();
    expect((await other.api(other.admin).get(`/analytics/user/${below.id}`)).status).toBe(404);
    const selectableIds = async (by: Person) =>
      requireOk(await world.api(by).get("/analytics/user")).body.data.map(({ id }: Person) => id);
    expect(await selectableIds(lead)).toEqual(expect.arrayContaining([lead.id, below.id]));
    expect(await selectableIds(lead)).toHaveLength(2);
    expect(await selectableIds(below)).toEqual([below.id]);
    expect(await selectableIds(world.hr)).not.toContain(world.external.id);
  });

  test("user figures match their lists and count only projects the reader can see", async () => {
    const world = await server.world();
    const project = await newProject(world, { members: [{ user_id: world.employee.id, role: "member" }] });
    const hidden = await newProject(world, { title: "Hidden", members: [{ user_id: world.employee.id }] }, world.admin);
    const [, doing, done] = await columnsOf(world, project.id);
    const users = [world.employee.id];
    const late = await newTask(world, project.id, { users, due_date: "2026-01-05" });
    const good = await newTask(world, project.id, { users, due_date: "2099-01-05" });
    const open = await newTask(world, project.id, { users });
    for (const { id } of [late, good]) await moved(world, project.id, id, doing?.id, done?.id);
    await moved(world, project.id, open.id, doing?.id);
    const elsewhere = await newTask(world, hidden.id, { users });
    const hiddenColumns = await columnsOf(world, hidden.id);
    await moved(world, hidden.id, elsewhere.id, hiddenColumns[2]?.id);
    const read = async (by: Person) =>
      requireOk(await world.api(by).get(`/analytics/user/${world.employee.id}`)).body.data as UserAnalytics;
    const date = (await read(world.employee)).today;
    requireOk(await world.api(world.employee).post("/time-entry", { task_id: good.id, date, hours: 2, minutes: 0 }));

    const { figures } = await read(world.manager);
    expect([figures.finished.value, figures.on_time.value, figures.doing.value]).toEqual([2, 50, 1]);
    expect([figures.logged_minutes.value, figures.cycle.value]).toEqual([120, null]);
    expect((await read(world.employee)).figures.finished.value).toBe(3);
    const total = async (query: string) => requireOk(await world.api(world.manager).get(query)).body.meta.total;
    expect(await total(figures.finished.query)).toBe(2);
    expect(await total(figures.on_time.query)).toBe(1);
    expect(await total(figures.doing.query)).toBe(1);
    const logged = requireOk(await world.api(world.manager).get(figures.logged_minutes.query)).body;
    expect(logged.data.map(({ minutes }: { minutes: number }) => minutes)).toEqual([120]);
  });

  test("figures of a user count tasks assigned through a group", async () => {
    const world = await server.world();
    const { employee, manager } = world;
    const group = requireOk(await world.api(world.admin).post("/groups", { title: "Crew", users: [employee.id] })).body
      .data.id as number;
    const project = await newProject(world, { groups: [group] });
    const [, doing, done] = await columnsOf(world, project.id);
    for (let n = 0; n < 5; n++) {
      const task = await newTask(world, project.id, { groups: [group] });
      await moved(world, project.id, task.id, ...(n < 4 ? [doing?.id, done?.id] : [doing?.id]));
    }
    // A task that was never in progress has no cycle time.
    const skipped = await newTask(world, project.id, { groups: [group], users: [employee.id] });
    await moved(world, project.id, skipped.id, done?.id);

    const own = requireOk(await world.api(employee).get(`/analytics/user/${employee.id}`)).body.data as UserAnalytics;
    expect([own.figures.finished.value, own.figures.doing.value, own.figures.cycle.value]).toEqual([5, 1, null]);
    const profile = requireOk(await world.api(employee).get(`/user/profile/${employee.id}/performance`)).body.data;
    expect([profile.finished, profile.cycle_days]).toEqual([5, null]);
    const api = world.api(manager);
    const path = `/analytics/project/${project.id}`;
    const { filters } = requireOk(await world.api(world.admin).get(path)).body.data;
    expect(filters.people).toEqual([expect.objectContaining({ id: employee.id })]);
    const filtered = requireOk(await world.api(world.admin).get(`${path}?user_id=${employee.id}`)).body.data;
    expect([filtered.figures.finished.value, filtered.figures.doing.value]).toEqual([5, 1]);
    expect(requireOk(await api.get(`${path}?user_id=${manager.id}`)).body.data.figures.finished.value).toBe(0);

    await moved(world, project.id, (await newTask(world, project.id, { groups: [group] })).id, doing?.id, done?.id);
    const again = requireOk(await world.api(employee).get(`/user/profile/${employee.id}/performance`)).body.data;
    const figures = requireOk(await world.api(employee).get(`/analytics/user/${employee.id}`)).body.data.figures;
    expect([again.cycle_days, figures.cycle.value]).toEqual([0, 0]);
  });

  test("workload covers four weeks; leave and holidays reduce the capacity", async () => {
    const world = await server.world();
    const read = async () =>
      (
        requireOk(await world.api(world.employee).get(`/analytics/user/${world.employee.id}`)).body
          .data as UserAnalytics
      ).workload;
    const before = await read();
    expect(before.map(({ capacity_minutes }) => capacity_minutes)).toEqual([2_400, 2_400, 2_400, 2_400]);
    const monday = before[2]?.monday as string;
    await world.tx((tx) =>
      tx.rows(
        {
          name: "",
          text: "INSERT INTO holiday (tenant_id, date, name, half) VALUES (current_tenant(), $1::date, 'Day', NULL), (current_tenant(), $1::date + 1, 'Half', 'morning')",
        },
        [monday],
      ),
    );
    expect((await read())[2]).toMatchObject({ capacity_minutes: 2_400 - 720, leave_minutes: 0 });
  });
});

test("the waiting approvals count includes only requests the reader can see", async () => {
  const world = await server.world();
  const lead = await world.person("manager");
  const requester = await world.person("employee", { managerId: lead.id });
  await world.tx((tx) =>
    tx.rows(
      {
        name: "",
        text: `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type, title, status, sent_at, round)
             VALUES (current_tenant(), 'finance', $1, 'purchase', 'Chairs', 'pending', now(), 1) RETURNING id)
           INSERT INTO request_step (tenant_id, request_id, round, position, rule, approver, route, approver_id, state, since)
           SELECT current_tenant(), id, 1, 0, 'manager', 'manager', 'rule', $2, 'now', now() FROM r`,
      },
      [requester.id, lead.id],
    ),
  );
  const path = `/analytics/user/${lead.id}/reviews`;
  const statusFor = async (by: Person) => (await world.api(by).get(path)).status;
  expect([await statusFor(requester), await statusFor(world.external), await statusFor(lead)]).toEqual([403, 403, 200]);
  const of = async (by: Person) => {
    const { figures } = requireOk(await world.api(by).get(`/analytics/user/${lead.id}`)).body.data as UserAnalytics;
    const { data } = requireOk(await world.api(by).get(path)).body;
    return [figures.reviews.value, data.map(({ title }: { title: string }) => title)];
  };
  expect(await of(lead)).toEqual([1, ["Chairs"]]);
  expect(await of(world.hr)).toEqual([0, []]);
  expect((await world.api(lead).get(`/analytics/user/${lead.id}/days?from=2026-02-02&to=2026-02-01`)).status).toBe(422);
});

describe("department analytics", () => {
  const newDepartment = async (world: World, name: string, head: Person | null, people: readonly Person[]) =>
    world.tx(async (tx) => {
      const department = await tx.one<{ id: number }>(
        {
          name: "",
          text: "INSERT INTO department (tenant_id, name, head_id) VALUES (current_tenant(), $1, $2) RETURNING id",
        },
        [name, head?.id ?? null],
      );
      await tx.rows(
        {
          name: "",
          text: "UPDATE app_user SET department_id = $1 WHERE tenant_id = current_tenant() AND id = ANY($2)",
        },
        [department?.id, people.map(({ id }) => id)],
      );
      return department?.id as number;
    });
  const read = async (world: World, by: Person, id: number) =>
    requireOk(await world.api(by).get(`/analytics/department?department_id=${id}`)).body.data as DepartmentAnalytics;

  test("figures of departments with under five users are shown only to their leads", async () => {
    const world = await server.world();
    const small = await newDepartment(world, "Small", world.manager, [world.employee, world.hr]);
    expect((await world.api(world.employee).get("/analytics/department")).status).toBe(403);
    expect((await world.api(world.external).get("/analytics/department")).status).toBe(403);
    const withheld = await read(world, world.finance, small);
    expect(withheld).toMatchObject({ withheld: true, time: [], approvals: [], budgets: null, bookings: null });
    expect(Object.values(withheld.leave).flat().filter(Boolean)).toEqual([]);
    expect((await read(world, world.manager, small)).withheld).toBe(false);
    const list = `/analytics/department/list?figure=leave&department_id=${small}`;
    expect((await world.api(world.hr).get(list)).status).toBe(403);
    expect((await world.api(world.manager).get(list)).status).toBe(200);
    const other = await server.world();
    expect((await other.api(other.admin).get(`/analytics/department?department_id=${small}`)).status).toBe(404);
  });

  test("step durations of fewer than five approvers are shown only to their lead", async () => {
    const world = await server.world();
    const people: Person[] = [];
    for (let n = 0; n < 5; n++) people.push(await world.person("employee"));
    const [decider, head, ...others] = people as [Person, Person, ...Person[]];
    const id = await newDepartment(world, "Large", head, people);
    const decide = (by: Person) =>
      world.tx((tx) =>
        tx.rows(
          {
            name: "",
            text: `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type, status, sent_at, department_id)
               VALUES (current_tenant(), 'leave', $1, '1', 'approved', now(), $2) RETURNING id)
             INSERT INTO request_step (tenant_id, request_id, round, position, approver, route, approver_id, state, since, decided_at, decided_by)
             SELECT current_tenant(), id, 1, 1, 'user', 'rule', $3, 'approved', now() - interval '3 days', now(), $3 FROM r`,
          },
          [others[0]?.id, id, by.id],
        ),
      );
    for (let n = 0; n < 5; n++) await decide(decider);
    const step = async (by: Person) => (await read(world, by, id)).approvals[0];
    const list = `/analytics/department/list?figure=approvals&family=leave&approver=user&department_id=${id}`;
    const opens = async (by: Person) => (await world.api(by).get(list)).status;
    // HR sees all leave requests but doesn't lead this department.
    expect(await step(world.hr)).toMatchObject({ count: 5, days: null, withheld: true, query: null });
    expect(await opens(world.hr)).toBe(403);
    expect(await step(world.admin)).toMatchObject({ count: 5, days: 3, withheld: false });
    expect(await opens(world.admin)).toBe(200);
    for (const by of [head, world.manager, world.finance, world.hr]) await decide(by);
    expect(await step(world.hr)).toMatchObject({ count: 9, days: 3, withheld: false });
    expect(await opens(world.hr)).toBe(200);
  });

  test("listing the employees behind department figures requires the permission", async () => {
    const world = await server.world();
    const people: Person[] = [];
    for (let n = 0; n < 5; n++) people.push(await world.person("employee"));
    const id = await newDepartment(world, "Large", null, people);
    const project = await newProject(world, { members: people.map((person) => ({ user_id: person.id })) });
    const task = await newTask(world, project.id);
    const first = people[0] as Person;
    const { today } = await read(world, world.manager, id);
    requireOk(await world.api(first).post("/time-entry", { task_id: task.id, date: today, hours: 3, minutes: 0 }));
    const monday = "2026-03-02";
    await world.tx(async (tx) => {
      const type = await tx.repo(LeaveTypeEntity).insert(leaveTypeOf("Annual"));
      await tx.rows(
        {
          name: "",
          text: `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type, status, sent_at)
             VALUES (current_tenant(), 'leave', $1, $2::bigint::text, 'approved', now()) RETURNING id)
           INSERT INTO leave_request (id, tenant_id, user_id, leave_type_id, start_date, end_date, from_noon, days, live)
           SELECT id, current_tenant(), $1, $2, $3::date, $3::date + 6, true, 4.5, true FROM r`,
        },
        [first.id, type.id, monday],
      );
    });
    const query = `from=2026-03-01&to=2026-03-31&department_id=${id}`;
    const statusFor = async (by: Person) =>
      requireOk(await world.api(by).get(`/analytics/department?${query}`)).body.data as DepartmentAnalytics;
    const { leave, people: count } = await statusFor(world.hr);
    // Five employees with 22 working days each: 4.5 of 110 days absent are 4.1 percent.
    expect([count, leave.taken, leave.planned, leave.absence]).toEqual([5, 4.5, 0, 4.1]);
    // Days before joining and after the last day aren't working days; those of an earlier employment are.
    const [, joiner, leaver, rehired] = people as [Person, Person, Person, Person, Person];
    await world.tx(async (tx) => {
      const setDays = { name: "", text: "UPDATE app_user SET joined_on = $2, left_on = $3 WHERE id = $1" };
      await tx.rows(setDays, [joiner.id, "2026-03-16", null]);
      await tx.rows(setDays, [leaver.id, null, "2026-03-20"]);
      await tx.rows(setDays, [rehired.id, "2026-03-30", null]);
      await tx.rows(
        {
          name: "",
          text: "INSERT INTO employment (tenant_id, user_id, period) VALUES (current_tenant(), $1, '[2026-03-01,2026-03-08)')",
        },
        [rehired.id],
      );
    });
    const absent = requireOk(await world.api(world.hr).get(leave.absence_query as string)).body.data;
    const workedBy = (person: Person) => Number(absent.find(({ id }: { id: number }) => id === person.id)?.of);
    expect([first, joiner, leaver, rehired].map(workedBy)).toEqual([22, 12, 15, 7]);
    const list = requireOk(await world.api(world.hr).get(leave.taken_query as string)).body.data;
    expect(list).toEqual([expect.objectContaining({ id: first.id, title: first.fullname, value: "4.5" })]);
    const financeView = await statusFor(world.finance);
    expect([financeView.leave.taken, financeView.leave.taken_query]).toEqual([4.5, null]);
    expect((await world.api(world.finance).get(leave.taken_query as string)).status).toBe(403);
    const hours = await read(world, world.manager, id);
    expect(hours.time).toEqual([
      expect.objectContaining({ minutes: 180, project: expect.objectContaining({ id: project.id }) }),
    ]);
    expect((await read(world, world.finance, id)).time).toEqual([{ minutes: 180, project: null, query: null }]);
  });
});
