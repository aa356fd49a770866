import { archiveSome, beginDueRun } from "../../server/finance/finance-archive.service";
import { grantAllowances } from "../../server/leave/leave-allowance.service";
import { LeaveTypeEntity } from "../../server/leave/leave.entity";
import { endLeaveOfLeavers } from "../../server/leave/leaver.service";
import { decisionHeldMs } from "../../shared/approvals/approvals.undo.rules";
import { tellDecisionsOf } from "../../workers/approvals/decisions";
import { attend } from "../../workers/approvals/waiting";
import type { Tx } from "../../server/platform/database/unit-of-work";
import { leaveTypeOf } from "../factories/records.leave";
import * as finance from "../finance/office";
import { desk, equipment } from "../forms/desk";
import * as leave from "../leave/office";
import { multipart } from "../support/multipart";
import { pdf } from "../support/sample-files";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { change, inTheGap, passesBy } from "./gap";

const server = testServer();
const laptop = { f1: "c1", f2: "Mine is broken" };
const cancelled = (id: number) =>
  change(
    `WITH dropped AS (UPDATE request_step SET state = 'dropped'
                      WHERE tenant_id = current_tenant() AND request_id = $1 AND state IN ('now', 'next'))
     UPDATE request SET status = 'cancelled', version = version + 1, decided_at = now()
     WHERE tenant_id = current_tenant() AND id = $1`,
    id,
  );
const released = (id: number) =>
  change("UPDATE leave_request SET live = false WHERE tenant_id = current_tenant() AND id = $1", id);
const hold = (table: string, id: number) =>
  change(`SELECT FROM ${table} WHERE tenant_id = current_tenant() AND id = $1 FOR UPDATE`, id);

describe("leave", () => {
  test("that somebody else changes this moment isn't taken back as it was", async () => {
    const { world, ask, employee } = await leave.office(await server.world());
    const { id, version } = ok(await ask(leave.week(1))).body.data;
    const changed = change(
      "UPDATE request SET version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
      id,
    );
    const cancel = () => employee.put(`/leave/leave-request/${id}/cancel`, { version });
    expect((await inTheGap(server, world, [changed], cancel)).body.code).toBe("request.stale");
  });

  test("that is taken back this moment isn't passed on to somebody else", async () => {
    const { world, ask } = await leave.office(await server.world());
    await server.owner.query("UPDATE tenant SET weekend = '{}' WHERE id = $1", [world.tenantId]);
    const setting = { remind_after: 3, remind_unit: "hours", escalate_after: 10, escalate_unit: "hours" };
    ok(await world.api(world.admin).put("/approvals/setting", setting));
    const { id } = ok(await ask(leave.week(1))).body.data;
    const mark = server.published.length;
    const later = new Date(Date.now() + 11 * 3_600_000);
    const pass = () => attend(server.platform.unitOfWork, world.tenantId, later);
    await inTheGap(server, world, [cancelled(id), released(id)], pass);
    expect(world.events(mark).map(({ event }) => event.type)).not.toContain("request.escalated");
  });

  test("that is given once is asked for once, also in two places at this moment", async () => {
    const { world, ask, people, newType } = await leave.office(await server.world());
    const type = await newType({ oneTime: true, canUpdateBalance: false });
    const other = [
      change(
        "SELECT FROM app_user WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
        people.employee.id,
      ),
      change(
        `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type, status, sent_at)
                    VALUES (current_tenant(), 'leave', $1, $2::text, 'waiting_manager_approval', now()) RETURNING id)
         INSERT INTO leave_request (id, tenant_id, user_id, leave_type_id, start_date, end_date, days, live)
         SELECT id, current_tenant(), $1, $2::bigint, $3::date, $3::date, 1, true FROM r`,
        people.employee.id,
        type,
        leave.week(5, 1).start_date,
      ),
    ];
    const answer = await inTheGap(server, world, other, () => ask({ leave_type_id: type, ...leave.week(1, 1) }));
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ["leave_type_id"]]);
  });

  test("that is taken back while a holiday comes costs nothing anew", async () => {
    const { world, ask, hr, employee, type, people } = await leave.office(await server.world());
    const { id } = ok(await ask(leave.week(1))).body.data;
    const add = () => hr.post("/leave/holiday", { date: leave.week(1).start_date, name: "Founders’ day" });
    ok(await inTheGap(server, world, [cancelled(id), released(id)], add));
    const url = `/leave/balance/${people.employee.id}/ledger?leave_type_id=${type}&year=${leave.nextYear}`;
    const causes = ok(await employee.get(url)).body.data.map(({ cause }: { cause: string | null }) => cause);
    expect(causes).not.toContain("holiday_added");
  });

  test("that is taken back while its person leaves is closed once", async () => {
    const { world, ask, people } = await leave.office(await server.world());
    const { id } = ok(await ask(leave.week(1))).body.data;
    await server.owner.query("UPDATE app_user SET left_on = current_date WHERE id = $1", [people.employee.id]);
    const close = () => world.tx((tx) => endLeaveOfLeavers(tx));
    expect(await inTheGap(server, world, [cancelled(id), released(id)], close)).toBe(0);
  });

  test("decisions that are being undone aren't told", async () => {
    const { world, ask, manager } = await leave.office(await server.world(), { hrStep: true });
    const { id } = ok(await ask(leave.week(1))).body.data;
    ok(await manager.put(`/leave/leave-request/${id}/approve`));
    const undoing = change(
      "SELECT FROM request_decision WHERE tenant_id = current_tenant() AND request_id = $1 FOR UPDATE",
      id,
    );
    const over = new Date(Date.now() + decisionHeldMs + 1_000);
    const office = { unitOfWork: server.platform.unitOfWork, log: { warn: () => undefined } as never };
    expect(await passesBy(server, world, undoing, () => tellDecisionsOf(office, world.tenantId, over))).toBe(0);
  });
});

describe("finance", () => {
  test("what somebody writes to at this moment is left for the next run of the archive", async () => {
    const { world, paid } = await finance.office(await server.world());
    const id = await paid();
    await finance.paidAgo(world, id, 50);
    await world.tx(beginDueRun);
    const more = () => world.tx((tx) => archiveSome(tx, 5));
    expect(await passesBy(server, world, hold("finance_request", id), more)).toBe(false);
  });

  test("what is taken back this moment isn't paid", async () => {
    const { world, approved, payer } = await finance.office(await server.world());
    const id = await approved();
    const pay = () => payer.put(finance.url(id, "pay"), { reference: "TRX-1" });
    expect((await inTheGap(server, world, [cancelled(id)], pay)).status).toBe(409);
  });

  test("a file isn't taken from under who approves at this moment", async () => {
    const { world, ask, employee } = await finance.office(await server.world());
    const { id } = ok(await ask()).body.data;
    const laid = multipart([{ name: "file", value: pdf(), filename: "invoice.pdf" }]);
    const file = ok(await employee.send({ method: "POST", url: `/approvals/request/${id}/attachment`, ...laid })).body
      .data;
    const approvedNow = change(
      `WITH step AS (UPDATE request_step SET state = 'approved', decided_by = $2, decided_at = now()
                     WHERE tenant_id = current_tenant() AND request_id = $1 AND state = 'now')
       UPDATE request SET version = version + 1 WHERE tenant_id = current_tenant() AND id = $1`,
      id,
      world.manager.id,
    );
    const take = () => employee.delete(`/approvals/attachment/${file.id}`);
    expect((await inTheGap(server, world, [approvedNow], take)).body.code).toBe("request.wrongState");
  });

  test("of two runs of the archive the second finds what the first left", async () => {
    const { world, paid } = await finance.office(await server.world());
    const id = await paid();
    await finance.paidAgo(world, id, 50);
    await world.tx(beginDueRun);
    const stopped = change(
      "UPDATE finance_archive_run SET stop_wanted = true WHERE tenant_id = current_tenant() AND state = 'running'",
    );
    expect(await inTheGap(server, world, [stopped], () => world.tx((tx) => archiveSome(tx, 5)))).toBe(false);
  });
});

test("what somebody else sets up for the first time at this moment is no obstacle: settings, and days of a year", async () => {
  const world = await server.world();
  const first = change("INSERT INTO finance_settings (tenant_id) VALUES (current_tenant())");
  const body = { currency: "USD", currencies: [], archive_days: 30 };
  const save = () => world.api(world.finance).put("/finance/settings", body);
  ok(await inTheGap(server, world, [first], save));
  const type = { ...leaveTypeOf("Annual"), daysFemale: 12, daysMale: 12 };
  const { id: typeId } = await world.tx((tx) => tx.repo(LeaveTypeEntity).insert(type));
  const give = (tx: Tx) => grantAllowances(tx, { typeId });
  await inTheGap(server, world, [give], () => world.tx(give));
});

test("a holiday that somebody adds this moment is there once, whoever imports it", async () => {
  const world = await server.world();
  const added = change(
    "INSERT INTO holiday (tenant_id, date, name) VALUES (current_tenant(), $1, 'Founders’ day')",
    `${leave.nextYear}-05-04`,
  );
  const content = `Date,Name\n${leave.nextYear}-05-04,Founders’ day`;
  const read = () => world.api(world.hr).post("/leave/holiday/import", { content });
  expect(ok(await inTheGap(server, world, [added], read)).body.data.added).toBe(0);
});

describe("forms", () => {
  const newer = (form: number) =>
    change("UPDATE form SET version = version + 1 WHERE tenant_id = current_tenant() AND id = $1", form);

  test("of which another version comes this moment aren't saved over", async () => {
    const { world, publish, hr } = await desk(await server.world());
    const form = await publish(equipment);
    const { version } = ok(await hr.get(`/vas/vas-template/${form}`)).body.data;
    const save = () => hr.put(`/vas/vas-template/${form}`, { definition: equipment, version });
    expect((await inTheGap(server, world, [newer(form)], save)).status).toBe(409);
  });

  test("that are published anew this moment aren't sent as they were", async () => {
    const { world, publish, fill, hr } = await desk(await server.world());
    const form = await publish(equipment);
    ok(await hr.put(`/vas/vas-template/${form}`, { definition: { ...equipment, title: "Other" } }));
    const published = [
      change("SELECT FROM form WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE", form),
      change(
        `INSERT INTO form_version (tenant_id, form_id, number, definition)
         SELECT tenant_id, form_id, 2, definition FROM form_version WHERE tenant_id = current_tenant() AND form_id = $1`,
        form,
      ),
      change("UPDATE form SET published = 2 WHERE tenant_id = current_tenant() AND id = $1", form),
    ];
    const send = () => fill(form, { answers: laptop, form_version: 1 });
    expect((await inTheGap(server, world, published, send)).body.code).toBe("form.newVersion");
  });

  test("what somebody else changes this moment isn't taken back as it was", async () => {
    const { world, publish, fill, employee } = await desk(await server.world());
    const { id, version } = ok(await fill(await publish(equipment), { answers: laptop })).body.data;
    const changed = change(
      "UPDATE request SET version = version + 1 WHERE tenant_id = current_tenant() AND id = $1",
      id,
    );
    const cancel = () => employee.put(`/vas/vas-request/${id}/cancel`, { version });
    expect((await inTheGap(server, world, [changed], cancel)).body.code).toBe("request.stale");
  });
});
