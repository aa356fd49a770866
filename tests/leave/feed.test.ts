import ICAL from "ical.js";
import { UserEntity } from "../../server/people/user.entity";
import { DepartmentEntity } from "../../server/departments/department.entity";
import { change, inTheGap } from "../locks/gap";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { office } from "./office";

const server = testServer();

const events = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((event) => ({
    summary: String(event.getFirstPropertyValue("summary")),
    start: String(event.getFirstPropertyValue("dtstart")),
    end: String(event.getFirstPropertyValue("dtend")),
    allDay: (event.getFirstPropertyValue("dtstart") as ICAL.Time).isDate,
    status: String(event.getFirstPropertyValue("status")),
    uid: String(event.getFirstPropertyValue("uid")),
  }));

const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("an address of one's own: whole days with the day after as their end, without signing in, until it is taken back", async () => {
  const world = await server.world();
  const { employee, newType } = await office(world);
  const type = await newType({ canUpdateBalance: false, counting: "calendar" });
  const span = { leave_type_id: type, start_date: soon(20), end_date: soon(22), end_half: "morning" };
  ok(await employee.post("/leave/leave-request", span));
  const made = ok(await employee.post("/leave/calendar-feed", { scope: "own" })).body.data;
  expect(made.path).toMatch(/^\/leave\/calendar\/[\w-]{43}\.ics$/);
  const nobody = world.api();
  const feed = await nobody.get(made.path);
  expect(feed.headers["content-type"]).toContain("text/calendar");
  expect(events(feed.text)).toEqual([
    {
      summary: expect.stringMatching(/\(last day until noon\)$/),
      start: soon(20),
      end: soon(23),
      allDay: true,
      status: "TENTATIVE",
      uid: expect.stringMatching(/@/),
    },
  ]);
  const again = await nobody.get(made.path, { headers: { "if-none-match": String(feed.headers.etag) } });
  expect(again.status).toBe(304);
  expect(JSON.stringify(ok(await employee.get("/leave/calendar-feed")).body)).not.toContain(made.path.slice(16, 40));
  expect((await world.api(world.manager).delete(`/leave/calendar-feed/${made.id}`)).status).toBe(404);
  ok(await employee.delete(`/leave/calendar-feed/${made.id}`));
  expect((await nobody.get(made.path)).status).toBe(404);
});

test("a new address ends the old one; another tenant's host knows none; an account that is closed has none", async () => {
  const world = await server.world();
  const elsewhere = await server.world();
  const { employee, people } = await office(world);
  const path = async () => ok(await employee.post("/leave/calendar-feed", { scope: "team" })).body.data.path as string;
  const first = await path();
  const second = await path();
  expect((await world.api().get(first)).status).toBe(404);
  expect((await world.api().get(second)).status).toBe(200);
  expect((await elsewhere.api().get(second)).status).toBe(404);
  expect((await world.api().get("/leave/calendar/nonsense.ics")).status).toBe(404);
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { active: false }));
  expect((await world.api().get(second)).status).toBe(404);
});

test("the team's address says that colleagues are away, and why only to who may know", async () => {
  const world = await server.world();
  const { employee, manager, newType, people } = await office(world);
  const colleague = await world.person("employee");
  await world.tx(async (tx) => {
    const { id } = await tx.repo(DepartmentEntity).insert({ name: "Depot", code: "DEP" });
    for (const who of [people.employee, colleague])
      await tx.repo(UserEntity).update({ id: who.id }, { departmentId: id });
  });
  const type = await newType({ name: "Sick leave", canUpdateBalance: false, counting: "calendar" });
  const span = { leave_type_id: type, start_date: soon(20), end_date: soon(21) };
  const { id } = ok(await employee.post("/leave/leave-request", span)).body.data;
  ok(await manager.put(`/leave/leave-request/${id}/approve`));
  const read = async (api: typeof employee) =>
    events((await world.api().get(ok(await api.post("/leave/calendar-feed", { scope: "team" })).body.data.path)).text);
  expect(await read(manager)).toMatchObject([{ summary: "Emil Employee: Sick leave", status: "CONFIRMED" }]);
  expect(await read(world.api(colleague))).toMatchObject([{ summary: "Emil Employee: Away" }]);
});

test("needs the plan and the permission", async () => {
  const world = await server.world();
  expect((await world.api().post("/leave/calendar-feed", { scope: "own" })).status).toBe(401);
  expect((await world.api(world.external).post("/leave/calendar-feed", { scope: "own" })).status).toBe(403);
  const wrong = await world.api(world.employee).post("/leave/calendar-feed", { scope: "everyone" });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ["scope"]]);
  const free = await server.world({ plan: "free" });
  expect((await free.api(free.employee).get("/leave/calendar-feed")).body.code).toBe("feature_not_in_plan");
});

test("none is made by a session that the password's change ends this moment", async () => {
  const world = await server.world();
  const { id } = world.employee;
  const employee = world.api(world.employee);
  ok(await employee.get("/auth/user"));
  const changed = change(
    "UPDATE app_user SET password_hash = 'another' WHERE tenant_id = current_tenant() AND id = $1",
    id,
  );
  const ended = change("DELETE FROM session WHERE tenant_id = current_tenant() AND user_id = $1", id);
  const make = () => employee.post("/leave/calendar-feed", { scope: "own" });
  expect((await inTheGap(server, world, [changed, ended], make)).status).toBe(401);
});
