import { UserEntity } from "../../../../server/people/people/user.entity";
import { notificationsSince, runWorkerAfter } from "../../../communication/notifications/worker";
import { testServer } from "../../../support/server";
import { requireOk } from "../../../work/tasks/board";
import { nextYear, leaveFixture, workingWeek } from "../fixtures";

const server = testServer();

describe("leave entered for another user", () => {
  test("only HR can enter leave for other users, and not for external users", async () => {
    const it = await leaveFixture(await server.world());
    const { world, people, ask, manager, hr } = it;
    const external = await world.person("employee", { external: true });
    const forEmployee = { ...workingWeek(2, 2), user_id: people.employee.id };
    expect((await ask(forEmployee, manager)).status).toBe(403);
    expect((await ask({ ...workingWeek(2, 2), user_id: people.hr.id })).status).toBe(403);
    const preview = { leave_type_id: it.type, ...forEmployee };
    expect((await manager.get("/leave/leave-request/preview", { query: preview })).status).toBe(403);
    const outsider = await ask({ ...workingWeek(2, 2), user_id: external.id }, hr);
    expect([outsider.status, Object.keys(outsider.body.errors)]).toEqual([422, ["user_id"]]);
    const draft = await ask({ ...forEmployee, draft: true }, hr);
    expect([draft.status, Object.keys(draft.body.errors)]).toEqual([422, ["draft"]]);
    expect(requireOk(await it.employee.get("/leave/leave-request")).body.data).toEqual([]);
    // HR's own leave takes the normal route, even when entered with their id.
    const give = { leave_type_id: it.type, year: nextYear, days: 5, note: "Test" };
    requireOk(await world.api(world.admin).post(`/leave/balance/${people.hr.id}/adjustment`, give));
    const own = requireOk(await ask({ ...workingWeek(2, 2), user_id: people.hr.id }, hr)).body.data;
    expect([own.entered_by, own.status === "approved"]).toEqual([null, false]);
  });

  test("leave entered by HR is approved and records HR and the employee", async () => {
    const it = await leaveFixture(await server.world(), { attachmentAfter: 1 });
    const { people, ask, hr, employee } = it;
    const body = { ...workingWeek(2, 3), user_id: people.employee.id };
    const before = requireOk(
      await hr.get("/leave/leave-request/preview", { query: { leave_type_id: it.type, ...body } }),
    ).body.data;
    expect(before.balances).toEqual([{ year: nextYear, before: 20, after: 17 }]);
    const mark = server.published.length;
    let leave = { id: 0 };
    await runWorkerAfter(server, it.world, async () => {
      leave = requireOk(await ask(body, hr)).body.data;
    });
    expect(notificationsSince(it.world, mark).map(({ user, kind, next }) => [user, kind, next])).toEqual([
      [people.employee.id, "request.entered", "17 days left"],
    ]);
    expect(leave).toMatchObject({
      status: "approved",
      requester: { id: people.employee.id },
      entered_by: { id: people.hr.id },
      next_status: null,
      balance_after: 17,
    });
    expect(await it.balance(people.employee)).toBe(17);
    const own = requireOk(await employee.get(`/leave/leave-request/${leave.id}`)).body.data;
    expect([own.entered_by.id, own.can.cancel]).toEqual([people.hr.id, true]);
  });

  test("leave for others needs working days without overlap; closed years are allowed", async () => {
    const it = await leaveFixture(await server.world());
    const { people, ask, hr, world } = it;
    const body = (from: object) => ({ ...from, user_id: people.employee.id });
    const first = await ask(body({ start_date: `${nextYear}-01-01`, end_date: `${nextYear}-06-30` }), hr);
    expect([first.status, Object.keys(first.body.errors)]).toEqual([422, ["end_date"]]);
    requireOk(await ask(workingWeek(4, 2)));
    const twice = await ask(body(workingWeek(4, 1)), hr);
    expect([twice.status, Object.keys(twice.body.errors)]).toEqual([422, ["start_date"]]);
    const give = { leave_type_id: it.type, year: nextYear - 2, days: 3, note: "Test" };
    requireOk(await world.api(world.admin).post(`/leave/balance/${people.employee.id}/adjustment`, give));
    const closed = { start_date: `${nextYear - 2}-06-02`, end_date: `${nextYear - 2}-06-02` };
    expect((await ask(closed)).status).toBe(422);
    const date = new Date(`${closed.start_date}T00:00:00Z`).getUTCDay();
    const late = await ask(body(closed), hr);
    expect(late.status).toBe([0, 6].includes(date) ? 422 : 201);
  });

  test("HR can re-enter a returned request only for its owner", async () => {
    const it = await leaveFixture(await server.world());
    const { people, ask, hr, manager, world } = it;
    const { id, version } = requireOk(await ask(workingWeek(5, 2))).body.data;
    const body = { leave_type_id: it.type, ...workingWeek(6, 2) };
    expect((await hr.put(`/leave/leave-request/${id}`, { ...body, user_id: people.employee.id })).status).toBe(409);
    requireOk(await manager.put(`/leave/leave-request/${id}/request-changes`, { version, note: "A week later?" }));
    const another = await world.person("employee");
    expect(
      (await hr.put(`/leave/leave-request/${id}`, { ...body, user_id: another.id })).body.errors.user_id,
    ).toBeDefined();
    expect((await manager.put(`/leave/leave-request/${id}`, { ...body, user_id: people.employee.id })).status).toBe(
      403,
    );
    const entered = requireOk(await hr.put(`/leave/leave-request/${id}`, { ...body, user_id: people.employee.id })).body
      .data;
    expect(entered).toMatchObject({
      status: "approved",
      start_date: body.start_date,
      entered_by: { id: people.hr.id },
    });
    expect((await world.tx((tx) => tx.repo(UserEntity).findOne({ id: people.employee.id })))?.managerId).toBe(
      people.manager.id,
    );
  });
});
