import { financePayables } from "../../../server/requests/finance/finance.payables";
import type { Actor } from "../../../server/platform/session";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { financeFixture, requestUrl, today } from "./fixtures";

const server = testServer();

const asActor = ({ id }: Person) =>
  ({ id, permissions: new Set(["payment-list", "payment-pay"]), external: false }) as unknown as Actor;
const due = (world: World, actor: Actor, dueUntil: string | null, currency = "USD") =>
  world.tx((tx) => financePayables.list(tx, actor, { dueUntil, currency, patterns: null, limit: 100 }));

test("lists approved requests by due day and currency, with refusals of payment", async () => {
  const all = await financeFixture(await server.world());
  const elsewhere = await financeFixture(await server.world());
  await elsewhere.approved();
  const { payer } = all.people;
  const open = await all.approved({ supplier: "Paper Mill" });
  const late = await all.approved({ needed_by: "2026-03-02", invoice_number: "R-7" });
  const early = await all.approved({ needed_by: "2026-03-01" });
  await all.approved({ currency: "EUR" });
  await all.paid();
  requireOk(await all.ask()); // undecided
  const own = requireOk(await all.ask({ type: "cash_advance", needed_by: "2026-02-01" }, all.payer)).body.data.id;
  requireOk(await all.finance.put(requestUrl(own, "approve")));

  const found = await due(all.world, asActor(payer), null);
  expect(found.map(({ requestId, refusal }) => [requestId, refusal])).toEqual([
    [own, "request.own"],
    [early, null],
    [late, null],
    [open, null],
  ]);
  expect(found[0]).toMatchObject({ payee: { kind: "person", id: payer.id, name: "Petra Payer" }, account: null });
  expect(found[2]?.purpose).toMatch(/^PUR-\d{4}-\d{4} R-7$/);
  expect(found[3]).toMatchObject({ payee: { kind: "supplier", id: null, name: "Paper Mill" }, amount: "2840.0000" });
  const untilFirst = await due(all.world, asActor(payer), "2026-03-01");
  expect(untilFirst.map(({ requestId }) => requestId)).toEqual([own, early, open]);
  const approver = await due(all.world, asActor(all.people.finance), "2026-03-01");
  expect(approver.map(({ refusal }) => refusal)).toEqual(Array(3).fill("request.fourEyesPay"));
});

test("a returned payment is payable again, except from the archive or with receipts", async () => {
  const { world, people, paid, approved, read, employee, payer, admin } = await financeFixture(await server.world());
  const actor = asActor(people.payer);
  const takeBack = (id: number) => world.tx((tx) => financePayables.takePaymentBack(tx, actor, id));
  const id = await approved();
  await expect(takeBack(id)).rejects.toMatchObject({ code: "request.wrongState" });
  await world.tx((tx) => financePayables.pay(tx, actor, id, { date: today, reference: "BAT-1" }));
  expect(await read(id)).toMatchObject({ status: "paid", paid: { reference: "BAT-1" } });
  const mark = server.published.length;
  await takeBack(id);
  expect(await read(id)).toMatchObject({ status: "approved", paid: null, archive_on: null });
  const reversed = world.events(mark).filter(({ event }) => event.type === "request.payment_reversed");
  expect(reversed.map(({ stream }) => stream)).toContain(`user:${people.employee.id}`);
  const { activities } = requireOk(await employee.get(`/approvals/request/${id}`)).body.data;
  expect(activities[0].type).toBe("request.payment_reversed");

  const advance = await paid({ type: "cash_advance" });
  await takeBack(advance);
  expect(await read(advance)).toMatchObject({ status: "approved", settled: null, settlement: null });
  requireOk(await payer.put(requestUrl(advance, "pay"), { reference: "TRX-2" }));
  const receipts = [{ details: "Customs", amount: "10.00" }];
  requireOk(await payer.put(requestUrl(advance, "settle"), { receipts }));
  await expect(takeBack(advance)).rejects.toMatchObject({ code: "request.wrongState" });

  requireOk(await admin.put(requestUrl(id, "pay"), { reference: "TRX-3" }));
  requireOk(await admin.put(requestUrl(id, "archive"), {}));
  await expect(takeBack(id)).rejects.toMatchObject({ code: "request.wrongState" });
});
