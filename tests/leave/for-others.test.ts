import { UserEntity } from "../../server/people/user.entity";
import { toldSince, worked } from "../notifications/worker";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { nextYear, office, week } from "./office";

const server = testServer();

describe("leave for somebody else", () => {
  test("is HR's to enter: it is refused to others, for oneself, for outsiders and as a draft", async () => {
    const it = await office(await server.world());
    const { world, people, ask, manager, hr } = it;
    const external = await world.person("employee", { external: true });
    const forEmployee = { ...week(2, 2), user_id: people.employee.id };
    expect((await ask(forEmployee, manager)).status).toBe(403); // their manager, who sees and decides
    expect((await ask({ ...week(2, 2), user_id: people.hr.id })).status).toBe(403);
    const preview = { leave_type_id: it.type, ...forEmployee };
    expect((await manager.get("/leave/leave-request/preview", { query: preview })).status).toBe(403);
    const outsider = await ask({ ...week(2, 2), user_id: external.id }, hr);
    expect([outsider.status, Object.keys(outsider.body.errors)]).toEqual([422, ["user_id"]]);
    const draft = await ask({ ...forEmployee, draft: true }, hr);
    expect([draft.status, Object.keys(draft.body.errors)]).toEqual([422, ["draft"]]);
    expect(ok(await it.employee.get("/leave/leave-request")).body.data).toEqual([]);
    // One's own goes the way of every request, whatever is named.
    const give = { leave_type_id: it.type, year: nextYear, days: 5, note: "Test" };
    ok(await world.api(world.admin).post(`/leave/balance/${people.hr.id}/adjustment`, give));
    const own = ok(await ask({ ...week(2, 2), user_id: people.hr.id }, hr)).body.data;
    expect([own.entered_by, own.status === "approved"]).toEqual([null, false]);
  });

  test("is approved when it is entered; both names are kept, the days are taken, the document may follow", async () => {
    const it = await office(await server.world(), { attachmentAfter: 1 });
    const { people, ask, hr, employee } = it;
    const body = { ...week(2, 3), user_id: people.employee.id };
    const before = ok(await hr.get("/leave/leave-request/preview", { query: { leave_type_id: it.type, ...body } })).body
      .data;
    expect(before.balances).toEqual([{ year: nextYear, before: 20, after: 17 }]);
    const mark = server.published.length;
    let made = { id: 0 };
    await worked(server, it.world, async () => {
      made = ok(await ask(body, hr)).body.data;
    });
    expect(toldSince(it.world, mark).map(({ user, kind, next }) => [user, kind, next])).toEqual([
      [people.employee.id, "request.entered", "17 days left"],
    ]);
    expect(made).toMatchObject({
      status: "approved",
      requester: { id: people.employee.id },
      entered_by: { id: people.hr.id },
      next_status: null,
      balance_after: 17,
    });
    expect(await it.balance(people.employee)).toBe(17);
    const own = ok(await employee.get(`/leave/leave-request/${made.id}`)).body.data;
    expect([own.entered_by.id, own.can.cancel]).toEqual([people.hr.id, true]);
  });

  test("is refused like any other: too few days, twice the same day; a closed year is open to HR", async () => {
    const it = await office(await server.world());
    const { people, ask, hr, world } = it;
    const body = (from: object) => ({ ...from, user_id: people.employee.id });
    const first = await ask(body({ start_date: `${nextYear}-01-01`, end_date: `${nextYear}-06-30` }), hr);
    expect([first.status, Object.keys(first.body.errors)]).toEqual([422, ["end_date"]]);
    ok(await ask(week(4, 2)));
    const twice = await ask(body(week(4, 1)), hr);
    expect([twice.status, Object.keys(twice.body.errors)]).toEqual([422, ["start_date"]]);
    const give = { leave_type_id: it.type, year: nextYear - 2, days: 3, note: "Test" };
    ok(await world.api(world.admin).post(`/leave/balance/${people.employee.id}/adjustment`, give));
    const closed = { start_date: `${nextYear - 2}-06-02`, end_date: `${nextYear - 2}-06-02` };
    expect((await ask(closed)).status).toBe(422);
    const date = new Date(`${closed.start_date}T00:00:00Z`).getUTCDay();
    const late = await ask(body(closed), hr);
    expect(late.status).toBe([0, 6].includes(date) ? 422 : 201);
  });

  test("what was sent back can be entered by HR for its owner, and for nobody else", async () => {
    const it = await office(await server.world());
    const { people, ask, hr, manager, world } = it;
    const { id, version } = ok(await ask(week(5, 2))).body.data;
    const body = { leave_type_id: it.type, ...week(6, 2) };
    expect((await hr.put(`/leave/leave-request/${id}`, { ...body, user_id: people.employee.id })).status).toBe(409);
    ok(await manager.put(`/leave/leave-request/${id}/request-changes`, { version, note: "A week later?" }));
    const another = await world.person("employee");
    expect(
      (await hr.put(`/leave/leave-request/${id}`, { ...body, user_id: another.id })).body.errors.user_id,
    ).toBeDefined();
    expect((await manager.put(`/leave/leave-request/${id}`, { ...body, user_id: people.employee.id })).status).toBe(
      403,
    );
    const entered = ok(await hr.put(`/leave/leave-request/${id}`, { ...body, user_id: people.employee.id })).body.data;
    expect(entered).toMatchObject({
      status: "approved",
      start_date: body.start_date,
      entered_by: { id: people.hr.id },
    });
    expect((await world.tx((tx) => tx.repo(UserEntity).findOne({ id: people.employee.id })))?.parentId).toBe(
      people.manager.id,
    );
  });
});
