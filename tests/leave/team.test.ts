import { UserEntity } from "../../server/people/user.entity";
import { DepartmentEntity } from "../../server/departments/department.entity";
import { ProjectMemberEntity } from "../../server/projects/member.entity";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { ok } from "../tasks/board";
import { statementsOf } from "../support/statements/sent";
import { office, week } from "./office";

const server = testServer();

/** The office with the employee, a colleague and the manager in one department. */
async function team(world: World) {
  const all = await office(world);
  const colleague = await world.person("employee", { fullname: "Cara Colleague" });
  const stranger = await world.person("employee", { fullname: "Stan Stranger" });
  const department = await world.tx(async (tx) => {
    const { id } = await tx.repo(DepartmentEntity).insert({ name: "Depot", code: "DEP" });
    for (const person of [all.people.employee, colleague]) {
      await tx.repo(UserEntity).update({ id: person.id }, { departmentId: id, parentId: all.people.manager.id });
    }
    return id;
  });
  const range = `from=${week(1).start_date}&to=${week(4).end_date}`;
  const see = async (who: { token: string }, more = "") =>
    ok(await world.api(who as never).get(`/leave/team?${range}${more}`)).body.data;
  return { ...all, colleague, stranger, department, range, see };
}

type Seen = { person: { id: number }; leaves: { leave_type: unknown; id: number | null; state: string }[] }[];
const of = (people: Seen, id: number) => people.find(({ person }) => person.id === id)?.leaves;

test("who is away is seen by the department, by those above and by HR; why, by those above, HR and oneself alone", async () => {
  const { world, ask, manager, people, colleague, stranger, see } = await team(await server.world());
  const { id } = ok(await ask({ ...week(1), reason: "Surgery" })).body.data;
  for (const who of [people.employee, people.manager, people.hr]) {
    const [leave] = of((await see(who)).people, people.employee.id) ?? [];
    expect(leave).toMatchObject({ id, state: "waiting", leave_type: { name: expect.any(String) } });
  }
  const seen = await see(colleague);
  expect(of(seen.people, people.employee.id)).toEqual([
    { id: null, ...week(1), start_half: null, end_half: null, state: "waiting", leave_type: null },
  ]);
  expect(JSON.stringify(seen)).not.toContain("Surgery");
  expect(seen.people[0].person.id).toBe(colleague.id); // oneself first
  expect(of((await see(stranger)).people, people.employee.id)).toBeUndefined();
  ok(await manager.put(`/leave/leave-request/${id}/reject`, { reason: "No" }));
  expect(of((await see(colleague)).people, people.employee.id)).toEqual([]);
  expect((await world.api(world.external).get("/leave/team?from=2030-01-01&to=2030-01-31")).status).toBe(403);
});

test("each leave stands there once and by its own kind, however many kinds there are", async () => {
  const { world, ask, people, newType, see, type } = await team(await server.world());
  await newType({});
  ok(await ask(week(1)));
  const leaves = of((await see(people.employee)).people, people.employee.id);
  expect(leaves?.map(({ leave_type }) => (leave_type as { id: number }).id)).toEqual([type]);
  expect(of((await see(world.hr)).people, people.employee.id)).toEqual(leaves);
});

test("a range backwards or too long is refused; so is another tenant's department silently empty", async () => {
  const { world, see, people } = await team(await server.world());
  const api = world.api(people.employee);
  for (const query of ["from=2030-02-01&to=2030-01-01", "from=2030-01-01&to=2030-12-31", "from=2030-01-01"]) {
    const answer = await api.get(`/leave/team?${query}`);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["to"]]);
  }
  const elsewhere = await team(await server.world());
  expect((await see(people.hr, `&department_id=${elsewhere.department}`)).people).toEqual([]);
});

test("minimum cover: set by who edits types; days below it are in the calendar, the preview and the decision", async () => {
  const office = await team(await server.world());
  const { ask, manager, hr, employee, colleague, stranger, department, see, type, newType, world } = office;
  const url = `/leave/cover/${department}`;
  const free = await newType({ canUpdateBalance: false });
  ok(await ask({ leave_type_id: free, ...week(1) }, world.api(stranger))); // of no department: counts in none
  expect((await employee.put(url, { minimum_present: 2 })).status).toBe(403);
  expect((await hr.put("/leave/cover/999999999", { minimum_present: 2 })).status).toBe(404);
  expect((await hr.put(url, { minimum_present: 0 })).status).toBe(422);
  expect(ok(await hr.put(url, { minimum_present: 2 })).body.data).toMatchObject({ people: 2, minimum_present: 2 });
  const query = `leave_type_id=${type}&start_date=${week(1).start_date}&end_date=${week(1).end_date}`;
  const preview = ok(await employee.get(`/leave/leave-request/preview?${query}`)).body.data;
  expect(preview.cover).toMatchObject({ minimum: 2, department: "Depot" });
  expect(preview.cover.days.map(({ present }: { present: number }) => present)).toEqual([1, 1, 1, 1, 1]);
  const { id } = ok(await ask(week(1))).body.data; // a warning, no refusal
  expect(ok(await manager.get(`/leave/leave-request/${id}`)).body.data.cover.days[0].present).toBe(1);
  const seen = await see(colleague);
  expect(seen.below).toHaveLength(5);
  expect(seen.below[0]).toEqual({
    date: week(1).start_date,
    department_id: department,
    present: 1,
    minimum: 2,
  });
  expect(seen.away).toHaveLength(5);
  ok(await hr.put(url, { minimum_present: null }));
  expect((await see(colleague)).below).toEqual([]);
});

test("however many are away, the calendar asks the same number of questions", async () => {
  const { world, see, people, department } = await team(await server.world());
  const count = async () => (await statementsOf(() => see(people.hr))).length;
  const before = await count();
  for (let at = 0; at < 12; at++) await world.person("employee", { departmentId: department });
  expect(await count()).toBe(before);
});

test("whoever gives work is told who is away: granted leave of the project's people, dates and no more", async () => {
  const { world, ask, manager, people, colleague, stranger } = await team(await server.world());
  const project = ok(await manager.post("/project", { title: "Depot app" })).body.data.id;
  await world.tx((tx) =>
    tx.repo(ProjectMemberEntity).insert({ projectId: project, userId: people.employee.id, role: "member" }),
  );
  const url = `/leave/away/${project}?from=${week(1).start_date}&to=${week(2).end_date}`;
  const { id } = ok(await ask({ ...week(1), reason: "Surgery" })).body.data;
  expect(ok(await manager.get(url)).body.data).toEqual([]);
  ok(await manager.put(`/leave/leave-request/${id}/approve`));
  const { data } = ok(await manager.get(url)).body;
  expect(data).toEqual([{ person: expect.objectContaining({ id: people.employee.id }), ...week(1) }]);
  for (const person of [colleague, stranger]) expect((await world.api(person).get(url)).status).toBe(404);
  expect((await world.api(world.external).get(url)).status).toBe(403);
});

test("a balance is looked into by who decides about it, as long as it waits for them", async () => {
  const { ask, manager, people, world } = await office(await server.world());
  const deputy = world.api(await world.person("employee", { fullname: "Dina Deputy" }));
  const look = async () => (await deputy.get(`/leave/balance?user_id=${people.employee.id}`)).status;
  const { id } = ok(await ask(week(1))).body.data;
  expect(await look()).toBe(404);
  const { id: delegatee_id } = ok(await deputy.get("/auth/user")).body.data;
  ok(await manager.post("/delegation", { delegatee_id }));
  expect(await look()).toBe(200);
  ok(await deputy.put(`/leave/leave-request/${id}/approve`));
  expect(await look()).toBe(404);
});
