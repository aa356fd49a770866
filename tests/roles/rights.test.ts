import { UserEntity } from "../../server/people/user.entity";
import type { Right } from "../../shared/roles/rights.contract";
import { at, newRoom } from "../bookings/rooms";
import { office, week } from "../leave/office";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { newBoard, ok } from "../tasks/board";

const server = testServer();
const path = "/role/rights";

const ask = (world: World, query: { user_id: number; thing: string; id: number }, as: Person = world.admin) =>
  world.api(as).get(path, { query });
const rightsOf = async (world: World, person: Person, thing: string, id: number) => {
  const { rights } = ok(await ask(world, { user_id: person.id, thing, id })).body.data as { rights: Right[] };
  return new Map(rights.map((right) => [right.action, right]));
};

test("who may not: without the right to see roles; of another tenant's people and things; of what isn't seen", async () => {
  const [world, there] = [await server.world(), await server.world()];
  const { id } = await newBoard(world, { cards: [0, 0, 0] });
  const other = await newBoard(there, { cards: [0, 0, 0] });
  const about = { user_id: world.employee.id, thing: "project", id };
  for (const who of [world.manager, world.employee, world.external])
    expect((await ask(world, about, who)).body.code).toBe("permission.denied");
  expect((await ask(world, { ...about, id: other.id })).body.code).toBe("notFound");
  expect((await ask(world, { ...about, user_id: there.employee.id })).body.errors).toHaveProperty("user_id");
  // HR sees roles, and this project isn't theirs to see: who is in it isn't either.
  expect((await ask(world, about, world.hr)).body.code).toBe("notFound");
  for (const thing of ["request", "booking"])
    expect((await ask(world, { ...about, thing, id: 999_999 })).body.code).toBe("notFound");
  expect((await ask(world, { ...about, thing: "salary" })).body.errors).toHaveProperty("thing");
});

test("in a project it is what the calls answer, for every role in it and every role outside, with the reason", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [0, 0, 0] });
  const { people, id } = board;
  const everybody = [world.admin, world.hr, world.finance, world.external, people.owner, people.member, people.viewer];
  const calls = {
    see: (who: Person) => world.api(who).get(`/project/${id}/task_tatus`),
    "task-create": (who: Person) => world.api(who).post("/task", { title: "Tried", task_status_id: board.columns[0] }),
    "status-edit": (who: Person) => world.api(who).post("/task_status", { project_id: id, title: `By ${who.id}` }),
  };
  for (const who of everybody) {
    const rights = await rightsOf(world, who, "project", id);
    for (const [action, call] of Object.entries(calls)) {
      const { status } = await call(who);
      expect([who.fullname, action, rights.get(action)?.allowed]).toEqual([who.fullname, action, status < 400]);
    }
  }
  const whyOf = async (who: Person, action: string) => (await rightsOf(world, who, "project", id)).get(action)?.why;
  expect(await whyOf(people.member, "task-create")).toEqual([{ by: "project_role", name: "member" }]);
  expect(await whyOf(people.member, "status-edit")).toEqual([]);
  expect(await whyOf(world.admin, "task-create")).toEqual([{ by: "role", name: "Administrator" }]);
  const second = await world.person("manager");
  ok(
    await board.owner.put(`/project/${id}/members`, {
      members: [
        { user_id: people.owner.id, role: "owner" },
        { user_id: second.id, role: "member" },
      ],
    }),
  );
  expect(await whyOf(second, "task-create")).toEqual([{ by: "project_role", name: "member" }]);
  expect(await whyOf(second, "status-edit")).toEqual([{ by: "role", name: "Manager" }]);
});

test("of a request: whose it is, who is asked, in whose name, who leads, and who sees all; deciding as the call does", async () => {
  const world = await server.world();
  const { people, ask: leave } = await office(world);
  const top = await world.person("manager");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { parentId: top.id }));
  const { id } = ok(await leave(week(3, 1))).body.data;
  const stand = await world.person("manager");
  const today = new Date().toISOString().slice(0, 10);
  ok(await world.api(people.manager).post("/delegation", { delegatee_id: stand.id, start_date: today }));
  const whyOf = async (who: Person, action: string) => (await rightsOf(world, who, "request", id)).get(action);
  expect(await whyOf(people.employee, "see")).toMatchObject({ allowed: true, why: [{ by: "own" }] });
  expect(await whyOf(people.employee, "decide")).toMatchObject({ allowed: false, why: [] });
  expect((await whyOf(top, "see"))?.why).toEqual([{ by: "manager", name: null }]);
  expect((await whyOf(people.hr, "see"))?.why).toEqual([{ by: "role", name: "HR" }]);
  expect(await whyOf(world.external, "see")).toMatchObject({ allowed: false });
  expect((await whyOf(stand, "decide"))?.why).toEqual([{ by: "delegation", name: people.manager.fullname }]);
  expect((await whyOf(people.manager, "decide"))?.why).toEqual([{ by: "asked", name: null }]);
  for (const who of [people.employee, world.finance, world.external, top, stand]) {
    const allowed = (await whyOf(who, "decide"))?.allowed;
    const { status } = await world.api(who).put(`/leave/leave-request/${id}/approve`, {});
    expect([who.fullname, allowed]).toEqual([who.fullname, status < 400]);
  }
});

test("of a private booking nothing to whom it doesn't concern, whoever is asked about; to those in it all", async () => {
  const world = await server.world();
  const { admin, employee, hr, manager } = world;
  const room = await newRoom(world, "Closed doors");
  const times = { start_date: at("10:00"), end_date: at("11:00"), bookable_type: "room", bookable_id: room };
  const words = { title: "Salaries", private: true, participants: [hr.id] };
  const { id } = ok(await world.api(employee).post("/booking", { ...times, ...words })).body.data;
  for (const person of [employee, hr, manager])
    expect((await ask(world, { user_id: person.id, thing: "booking", id }, admin)).body.code).toBe("notFound");
  const { title, rights } = ok(await ask(world, { user_id: employee.id, thing: "booking", id }, hr)).body.data;
  expect([title, rights[0].why]).toEqual(["Salaries", [{ by: "own", name: null }]]);
});
