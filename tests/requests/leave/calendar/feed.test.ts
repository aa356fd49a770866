import ICAL from "ical.js";
import { UserEntity } from "../../../../server/people/people/user.entity";
import { DepartmentEntity } from "../../../../server/people/departments/department.entity";
import { changeStatement, runInsideLockGap } from "../../../locks/lock-gap";
import { calendarFaults } from "../../../support/icalendar";
import { testServer } from "../../../support/server";
import { requireOk } from "../../../work/tasks/board";
import { leaveFixture } from "../fixtures";

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

test("a personal calendar feed has whole days and works until revoked", async () => {
  const world = await server.world();
  const { employee, newType } = await leaveFixture(world);
  const type = await newType({ canUpdateBalance: false, counting: "calendar" });
  const span = { leave_type_id: type, start_date: soon(20), end_date: soon(22), end_half: "morning" };
  requireOk(await employee.post("/leave/leave-request", span));
  const feedAddress = requireOk(await employee.post("/leave/calendar-feed", { scope: "own" })).body.data;
  expect(feedAddress.path).toMatch(/^\/leave\/calendar\/[\w-]{43}\.ics$/);
  const anonymous = world.api();
  const feed = await anonymous.get(feedAddress.path);
  expect(feed.headers["content-type"]).toContain("text/calendar");
  expect(calendarFaults(feed.text)).toEqual([]);
  expect(feed.text).toContain("REFRESH-INTERVAL;VALUE=DURATION:PT1H");
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
  const again = await anonymous.get(feedAddress.path, { headers: { "if-none-match": String(feed.headers.etag) } });
  expect(again.status).toBe(304);
  expect(JSON.stringify(requireOk(await employee.get("/leave/calendar-feed")).body)).not.toContain(
    feedAddress.path.slice(16, 40),
  );
  expect((await world.api(world.manager).delete(`/leave/calendar-feed/${feedAddress.id}`)).status).toBe(404);
  requireOk(await employee.delete(`/leave/calendar-feed/${feedAddress.id}`));
  expect((await anonymous.get(feedAddress.path)).status).toBe(404);
});

test("a new feed URL revokes the old one", async () => {
  const world = await server.world();
  const elsewhere = await server.world();
  const { employee, people } = await leaveFixture(world);
  const path = async () =>
    requireOk(await employee.post("/leave/calendar-feed", { scope: "team" })).body.data.path as string;
  const first = await path();
  const second = await path();
  expect((await world.api().get(first)).status).toBe(404);
  expect((await world.api().get(second)).status).toBe(200);
  expect((await elsewhere.api().get(second)).status).toBe(404);
  expect((await world.api().get("/leave/calendar/nonsense.ics")).status).toBe(404);
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { active: false }));
  expect((await world.api().get(second)).status).toBe(404);
});

test("the team feed shows the leave type only to users who may see it", async () => {
  const world = await server.world();
  const { employee, manager, newType, people } = await leaveFixture(world);
  const colleague = await world.person("employee");
  await world.tx(async (tx) => {
    const { id } = await tx.repo(DepartmentEntity).insert({ name: "Depot", code: "DEP" });
    for (const who of [people.employee, colleague])
      await tx.repo(UserEntity).update({ id: who.id }, { departmentId: id });
  });
  const type = await newType({ name: "Sick leave", canUpdateBalance: false, counting: "calendar" });
  const span = { leave_type_id: type, start_date: soon(20), end_date: soon(21) };
  const { id } = requireOk(await employee.post("/leave/leave-request", span)).body.data;
  requireOk(await manager.put(`/leave/leave-request/${id}/approve`));
  const read = async (api: typeof employee) =>
    events(
      (await world.api().get(requireOk(await api.post("/leave/calendar-feed", { scope: "team" })).body.data.path)).text,
    );
  expect(await read(manager)).toMatchObject([{ summary: "Emil Employee: Sick leave", status: "CONFIRMED" }]);
  expect(await read(world.api(colleague))).toMatchObject([{ summary: "Emil Employee: Away" }]);
});

test("a calendar feed requires the plan and the permission", async () => {
  const world = await server.world();
  expect((await world.api().post("/leave/calendar-feed", { scope: "own" })).status).toBe(401);
  expect((await world.api(world.external).post("/leave/calendar-feed", { scope: "own" })).status).toBe(403);
  const wrong = await world.api(world.employee).post("/leave/calendar-feed", { scope: "everyone" });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ["scope"]]);
  const free = await server.world({ plan: "free" });
  expect((await free.api(free.employee).get("/leave/calendar-feed")).body.code).toBe("feature_not_in_plan");
});

test("a session ended by a concurrent password change creates no feed", async () => {
  const world = await server.world();
  const { id } = world.employee;
  const employee = world.api(world.employee);
  requireOk(await employee.get("/auth/user"));
  const changed = changeStatement(
    "UPDATE app_user SET password_hash = 'another' WHERE tenant_id = current_tenant() AND id = $1",
    id,
  );
  const ended = changeStatement("DELETE FROM session WHERE tenant_id = current_tenant() AND user_id = $1", id);
  const make = () => employee.post("/leave/calendar-feed", { scope: "own" });
  expect((await runInsideLockGap(server, world, [changed, ended], make)).status).toBe(401);
});
