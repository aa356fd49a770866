import { leaveFixture } from "../requests/leave/fixtures";
import { testServer } from "../support/server";
import { requireOk } from "../work/tasks/board";

const server = testServer();

test("returns 403 when HR users adjust their own leave balance", async () => {
  const { world, type, hr } = await leaveFixture(await server.world());
  const body = { leave_type_id: type, year: new Date().getUTCFullYear(), days: 50, note: "Bonus" };
  const own = await hr.post(`/leave/balance/${world.hr.id}/adjustment`, body);
  expect([own.status, own.body.code]).toEqual([403, "leave.ownBalance"]);
  requireOk(await hr.post(`/leave/balance/${world.employee.id}/adjustment`, body));
});

test("returns 422 for a past delegation and the start date for a future one", async () => {
  const world = await server.world();
  const api = world.api(world.manager);
  const past = await api.post("/delegation", {
    delegatee_id: world.hr.id,
    start_date: "2020-12-10",
    end_date: "2020-12-12",
  });
  expect([past.status, Object.keys(past.body.errors)]).toEqual([422, ["end_date"]]);
  const later = requireOk(await api.post("/delegation", { delegatee_id: world.hr.id, start_date: "2099-03-01" }));
  expect(later.body.message).toBe("Hana Hr will decide for you from 1 Mar 2099");
});
