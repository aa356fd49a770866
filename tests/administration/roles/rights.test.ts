import { UserEntity } from "../../../server/people/people/user.entity";
import type { RightExplanation } from "../../../shared/administration/roles/rights.contract";
import { wednesdayAt, newRoom } from "../../bookings/bookings/rooms";
import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { newBoard, requireOk } from "../../work/tasks/board";

const server = testServer();
const path = "/role/rights";

const ask = (world: World, query: { user_id: number; thing: string; id: number }, as: Person = world.admin) =>
  world.api(as).get(path, { query });
const rightsOf = async (world: World, person: Person, subjectType: string, id: number) => {
  const { rights } = requireOk(await ask(world, { user_id: person.id, thing: subjectType, id })).body.data as {
    rights: RightExplanation[];
  };
  return new Map(rights.map((right) => [right.action, right]));
};

test("checking a user's access requires the permission and access to the record", async () => {
  const [world, otherWorld] = [await server.world(), await server.world()];
  const { id } = await newBoard(world, { cards: [0, 0, 0] });
  const other = await newBoard(otherWorld, { cards: [0, 0, 0] });
  const about = { user_id: world.employee.id, thing: "project", id };
  for (const who of [world.manager, world.employee, world.external])
    expect((await ask(world, about, who)).body.code).toBe("permission.denied");
  expect((await ask(world, { ...about, id: other.id })).body.code).toBe("notFound");
  expect((await ask(world, { ...about, user_id: otherWorld.employee.id })).body.errors).toHaveProperty("user_id");
  // HR may see roles, but not this project, and therefore not its members.
  expect((await ask(world, about, world.hr)).body.code).toBe("notFound");
  for (const subjectType of ["request", "booking"])
    expect((await ask(world, { ...about, thing: subjectType, id: 999_999 })).body.code).toBe("notFound");
  expect((await ask(world, { ...about, thing: "salary" })).body.errors).toHaveProperty("thing");
});

test("a project access check matches the endpoints' responses for every role", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [0, 0, 0] });
  const { people, id } = board;
  const allPeople = [world.admin, world.hr, world.finance, world.external, people.owner, people.member, people.viewer];
  const calls = {
    see: (who: Person) => world.api(who).get(`/project/${id}/task_tatus`),
    "task-create": (who: Person) => world.api(who).post("/task", { title: "Tried", task_status_id: board.columns[0] }),
    "status-edit": (who: Person) => world.api(who).post("/task_status", { project_id: id, title: `By ${who.id}` }),
  };
  for (const who of allPeople) {
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
  requireOk(
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

test("a request access check returns the relation and matches the decision endpoint", async () => {
  const world = await server.world();
  const { people, ask: leave } = await leaveFixture(world);
  const top = await world.person("manager");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.manager.id }, { managerId: top.id }));
  const { id } = requireOk(await leave(workingWeek(3, 1))).body.data;
  const stand = await world.person("manager");
  const today = new Date().toISOString().slice(0, 10);
  requireOk(await world.api(people.manager).post("/delegation", { delegatee_id: stand.id, start_date: today }));
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

test("access checks hide private bookings from users who don't participate", async () => {
  const world = await server.world();
  const { admin, employee, hr, manager } = world;
  const room = await newRoom(world, "Closed doors");
  const times = {
    start_date: wednesdayAt("10:00"),
    end_date: wednesdayAt("11:00"),
    bookable_type: "room",
    bookable_id: room,
  };
  const words = { title: "Salaries", private: true, participants: [hr.id] };
  const { id } = requireOk(await world.api(employee).post("/booking", { ...times, ...words })).body.data;
  for (const person of [employee, hr, manager])
    expect((await ask(world, { user_id: person.id, thing: "booking", id }, admin)).body.code).toBe("notFound");
  const { title, rights } = requireOk(await ask(world, { user_id: employee.id, thing: "booking", id }, hr)).body.data;
  expect([title, rights[0].why]).toEqual(["Salaries", [{ by: "own", name: null }]]);
});
