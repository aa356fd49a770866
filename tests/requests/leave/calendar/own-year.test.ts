import { UserEntity } from "../../../../server/people/people/user.entity";
import { testServer } from "../../../support/server";
import { requireOk } from "../../../work/tasks/board";
import { nextYear, leaveFixture, workingWeek } from "../fixtures";

const server = testServer();
const url = `/leave/year?year=${nextYear}`;

test("the leave year requires the permission, the plan and a valid year", async () => {
  const { world, employee } = await leaveFixture(await server.world());
  expect((await world.api().get(url)).status).toBe(401);
  expect((await world.api(world.external).get(url)).body.code).toBe("permission.denied");
  const free = await server.world({ plan: "free" });
  expect((await free.api(free.employee).get(url)).body.code).toBe("feature_not_in_plan");
  expect(Object.keys((await employee.get("/leave/year?year=1999")).body.errors)).toEqual(["year"]);
});

test("the leave year has approved and pending leave of the user only", async () => {
  const { ask, employee, hr, manager, people, world } = await leaveFixture(await server.world());
  const granted = requireOk(await ask({ ...workingWeek(2), end_half: "morning" })).body.data;
  requireOk(await manager.put(`/leave/leave-request/${granted.id}/approve`));
  const waiting = requireOk(await ask(workingWeek(4, 2))).body.data;
  const refused = requireOk(await ask(workingWeek(6, 2))).body.data;
  requireOk(await manager.put(`/leave/leave-request/${refused.id}/reject`, { reason: "We launch" }));
  requireOk(await ask({ ...workingWeek(8, 2), draft: true }));
  const { data } = requireOk(await employee.get(url)).body;
  expect(data.leaves).toEqual([
    expect.objectContaining({
      id: granted.id,
      ...workingWeek(2),
      end_half: "morning",
      state: "booked",
      counting: "working",
    }),
    expect.objectContaining({ id: waiting.id, ...workingWeek(4, 2), state: "waiting" }),
  ]);
  expect(requireOk(await hr.get(url)).body.data.leaves).toEqual([]);
  expect(requireOk(await employee.get(`/leave/year?year=${nextYear + 1}`)).body.data.leaves).toEqual([]);

  const holiday = async (date: string, location: string | null) =>
    requireOk(await hr.post("/leave/holiday", { date, name: `Day of ${location ?? "all"}`, location }));
  await holiday(`${nextYear}-07-01`, null);
  await holiday(`${nextYear}-07-02`, "Porto");
  await holiday(`${nextYear}-07-03`, "Riga");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { location: "Porto" }));
  const yearInPorto = requireOk(await employee.get(url)).body.data;
  expect(yearInPorto.holidays.map(({ name }: { name: string }) => name)).toEqual(["Day of all", "Day of Porto"]);
  expect(yearInPorto.weekend.length).toBeGreaterThan(0);
});

test("the leave year defaults to the current year", async () => {
  const { employee, world } = await leaveFixture(await server.world());
  const [{ year }] = await world.tx((tx) => tx.manager.query("SELECT extract(year FROM tenant_today())::int AS year"));
  expect(requireOk(await employee.get("/leave/year")).body.data.year).toBe(year);
});
