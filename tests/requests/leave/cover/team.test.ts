import { UserEntity } from "../../../../server/people/people/user.entity";
import { DepartmentEntity } from "../../../../server/people/departments/department.entity";
import { ProjectMemberEntity } from "../../../../server/work/projects/member.entity";
import { testServer } from "../../../support/server";
import type { World } from "../../../support/world";
import { requireOk } from "../../../work/tasks/board";
import { recordStatementNames } from "../../../support/statements/sent";
import { leaveFixture, workingWeek } from "../fixtures";

const server = testServer();

async function team(world: World) {
  const all = await leaveFixture(world);
  const colleague = await world.person("employee", { fullname: "Cara Colleague" });
  const stranger = await world.person("employee", { fullname: "Stan Stranger" });
  const department = await world.tx(async (tx) => {
    const { id } = await tx.repo(DepartmentEntity).insert({ name: "Depot", code: "DEP" });
    for (const person of [all.people.employee, colleague]) {
      await tx.repo(UserEntity).update({ id: person.id }, { departmentId: id, managerId: all.people.manager.id });
    }
    return id;
  });
  const range = `from=${workingWeek(1).start_date}&to=${workingWeek(4).end_date}`;
  const see = async (who: { token: string }, query = "") =>
    requireOk(await world.api(who as never).get(`/leave/team?${range}${query}`)).body.data;
  return { ...all, colleague, stranger, department, range, see };
}

type Seen = { person: { id: number }; leaves: { leave_type: unknown; id: number | null; state: string }[] }[];
const of = (people: Seen, id: number) => people.find(({ person }) => person.id === id)?.leaves;

test("absences are visible to the department, and the leave type to managers and HR", async () => {
  const { world, ask, manager, people, colleague, stranger, see } = await team(await server.world());
  const { id } = requireOk(await ask({ ...workingWeek(1), reason: "Surgery" })).body.data;
  for (const who of [people.employee, people.manager, people.hr]) {
    const [leave] = of((await see(who)).people, people.employee.id) ?? [];
    expect(leave).toMatchObject({ id, state: "waiting", leave_type: { name: expect.any(String) } });
  }
  const calendar = await see(colleague);
  expect(of(calendar.people, people.employee.id)).toEqual([
    { id: null, ...workingWeek(1), start_half: null, end_half: null, part: null, state: "waiting", leave_type: null },
  ]);
  expect(JSON.stringify(calendar)).not.toContain("Surgery");
  expect(calendar.people[0].person.id).toBe(colleague.id);
  expect(of((await see(stranger)).people, people.employee.id)).toBeUndefined();
  requireOk(await manager.put(`/leave/leave-request/${id}/reject`, { reason: "No" }));
  expect(of((await see(colleague)).people, people.employee.id)).toEqual([]);
  expect((await world.api(world.external).get("/leave/team?from=2030-01-01&to=2030-01-31")).status).toBe(403);
});

test("the team calendar can list only people with approved leave in the range", async () => {
  const { ask, manager, people, see } = await team(await server.world());
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  const awayIds = async (query = "") =>
    (await see(people.hr, `&away=true&per_page=1${query}`)).people.map(({ person }: Seen[number]) => person.id);
  expect(await awayIds()).toEqual([]);
  requireOk(await manager.put(`/leave/leave-request/${id}/approve`));
  expect(await awayIds()).toEqual([people.employee.id]);
  expect(await awayIds("&page=2")).toEqual([]);
  expect((await see(people.hr)).people.length).toBeGreaterThan(1);
});

test("each leave is listed once with its own type, however many types exist", async () => {
  const { world, ask, people, newType, see, type } = await team(await server.world());
  await newType({});
  requireOk(await ask(workingWeek(1)));
  const leaves = of((await see(people.employee)).people, people.employee.id);
  expect(leaves?.map(({ leave_type }) => (leave_type as { id: number }).id)).toEqual([type]);
  expect(of((await see(world.hr)).people, people.employee.id)).toEqual(leaves);
});

test("an invalid or too long range of the team calendar gets 422", async () => {
  const { world, see, people } = await team(await server.world());
  const api = world.api(people.employee);
  for (const query of ["from=2030-02-01&to=2030-01-01", "from=2030-01-01&to=2030-12-31", "from=2030-01-01"]) {
    const answer = await api.get(`/leave/team?${query}`);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["to"]]);
  }
  const elsewhere = await team(await server.world());
  expect((await see(people.hr, `&department_id=${elsewhere.department}`)).people).toEqual([]);
});

test("people who will have left or haven't begun don't count as present", async () => {
  const { colleague, department, hr, people, see, world } = await team(await server.world());
  requireOk(await hr.put(`/leave/cover/${department}`, { minimum_present: 2 }));
  expect((await see(people.employee)).below).toEqual([]);
  const { start_date, end_date } = workingWeek(1);
  await world.tx((tx) => tx.repo(UserEntity).update({ id: colleague.id }, { leftOn: start_date }));
  const days = async () => (await see(people.employee)).below.map(({ date }: { date: string }) => date);
  expect((await days())[0] > start_date).toBe(true);
  await world.tx((tx) => tx.repo(UserEntity).update({ id: colleague.id }, { leftOn: null, joinedOn: end_date }));
  expect((await days()).at(-1) < end_date).toBe(true);
});

test("days below the minimum presence appear in calendar, preview and decision", async () => {
  const fixture = await team(await server.world());
  const { ask, manager, hr, employee, colleague, stranger, department, see, type, newType, world } = fixture;
  const url = `/leave/cover/${department}`;
  const free = await newType({ canUpdateBalance: false });
  requireOk(await ask({ leave_type_id: free, ...workingWeek(1) }, world.api(stranger))); // not in the department, so not counted
  expect((await employee.put(url, { minimum_present: 2 })).status).toBe(403);
  expect((await hr.put("/leave/cover/999999999", { minimum_present: 2 })).status).toBe(404);
  expect((await hr.put(url, { minimum_present: 0 })).status).toBe(422);
  expect(requireOk(await hr.put(url, { minimum_present: 2 })).body.data).toMatchObject({
    people: 2,
    minimum_present: 2,
  });
  const query = `leave_type_id=${type}&start_date=${workingWeek(1).start_date}&end_date=${workingWeek(1).end_date}`;
  const preview = requireOk(await employee.get(`/leave/leave-request/preview?${query}`)).body.data;
  expect(preview.cover).toMatchObject({ minimum: 2, department: "Depot" });
  expect(preview.cover.days.map(({ present }: { present: number }) => present)).toEqual([1, 1, 1, 1, 1]);
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  expect(requireOk(await manager.get(`/leave/leave-request/${id}`)).body.data.cover.days[0].present).toBe(1);
  const calendar = await see(colleague);
  expect(calendar.below).toHaveLength(5);
  expect(calendar.below[0]).toEqual({
    date: workingWeek(1).start_date,
    department_id: department,
    present: 1,
    minimum: 2,
  });
  // Pending leave counts toward the minimum presence, but not as an absence.
  expect(calendar.away).toEqual([]);
  requireOk(await manager.put(`/leave/leave-request/${id}/approve`));
  expect((await see(colleague)).away).toHaveLength(5);
  requireOk(await hr.put(url, { minimum_present: null }));
  expect((await see(colleague)).below).toEqual([]);
});

test("the team calendar runs a constant number of SQL statements", async () => {
  const { world, see, people, department } = await team(await server.world());
  const count = async () => (await recordStatementNames(() => see(people.hr))).length;
  const before = await count();
  for (let at = 0; at < 12; at++) await world.person("employee", { departmentId: department });
  expect(await count()).toBe(before);
});

test("assigners see only the dates of approved leave of the project's members", async () => {
  const { world, ask, manager, people, colleague, stranger } = await team(await server.world());
  const project = requireOk(await manager.post("/project", { title: "Depot app" })).body.data.id;
  await world.tx((tx) =>
    tx.repo(ProjectMemberEntity).insert({ projectId: project, userId: people.employee.id, role: "member" }),
  );
  const url = `/leave/away/${project}?from=${workingWeek(1).start_date}&to=${workingWeek(2).end_date}`;
  const { id } = requireOk(await ask({ ...workingWeek(1), reason: "Surgery" })).body.data;
  expect(requireOk(await manager.get(url)).body.data).toEqual([]);
  requireOk(await manager.put(`/leave/leave-request/${id}/approve`));
  const { data } = requireOk(await manager.get(url)).body;
  expect(data).toEqual([
    { person: expect.objectContaining({ id: people.employee.id }), ...workingWeek(1), state: "booked" },
  ]);
  for (const person of [colleague, stranger]) expect((await world.api(person).get(url)).status).toBe(404);
  expect((await world.api(world.external).get(url)).status).toBe(403);
});

test("an approver can read a balance as long as the request waits for them", async () => {
  const { ask, manager, people, world } = await leaveFixture(await server.world());
  const deputy = world.api(await world.person("employee", { fullname: "Dina Deputy" }));
  const look = async () => (await deputy.get(`/leave/balance?user_id=${people.employee.id}`)).status;
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  expect(await look()).toBe(404);
  const { id: delegatee_id } = requireOk(await deputy.get("/auth/user")).body.data;
  requireOk(await manager.post("/delegation", { delegatee_id }));
  expect(await look()).toBe(200);
  requireOk(await deputy.put(`/leave/leave-request/${id}/approve`));
  expect(await look()).toBe(404);
});

test("other users' pending leave is distinguished from approved leave", async () => {
  const { world, ask, manager, employee, type, newType, colleague } = await team(await server.world());
  const free = await newType({ negativeAllowed: true });
  const other = requireOk(await ask({ ...workingWeek(1), leave_type_id: free }, world.api(colleague))).body.data.id;
  const own = requireOk(await ask(workingWeek(1))).body.data.id;
  const states = async () => {
    const detail = requireOk(await manager.get(`/leave/leave-request/${own}`)).body.data;
    const query = { leave_type_id: type, ...workingWeek(1) };
    const preview = requireOk(await employee.get("/leave/leave-request/preview", { query })).body.data;
    const rows = requireOk(await manager.get("/approvals/inbox")).body.data as {
      request: { id: number };
      facts: Record<string, number>;
    }[];
    const { also_away, also_waiting } = rows.find(({ request }) => request.id === own)?.facts ?? {};
    return [...[detail, preview].map(({ away }) => away[0].state), also_away, also_waiting];
  };
  expect(await states()).toEqual(["waiting", "waiting", 0, 1]);
  requireOk(await manager.put(`/leave/leave-request/${other}/approve`));
  expect(await states()).toEqual(["booked", "booked", 1, 0]);
});
