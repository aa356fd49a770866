import { exportExpenses } from "../../../server/requests/expenses/expenses.export";
import { translator } from "../../../server/platform/text";
import type { Sheet } from "../../../server/platform/spreadsheet";
import { type Actor, findActor } from "../../../server/platform/session";
import { png } from "../../support/sample-files";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { claimUrl, currentYear, expenseFixture, today } from "./fixtures";

const server = testServer();
const csv = "/expense/export?format=csv";

test("exports and PDFs require the permission and contain only visible claims", async () => {
  const it = await expenseFixture(await server.world());
  const { world, approved, draft, employee, manager } = it;
  const id = await approved();
  await draft({ title: "Unsent" });
  const other = world.api(await world.person("employee"));
  expect((await world.api(null).get(csv)).status).toBe(401);
  expect((await world.api(await world.person("external")).get(csv)).status).toBe(403);
  expect((await other.get(claimUrl(id, "pdf"))).status).toBe(404);
  expect((await employee.get("/expense/export?format=pdf")).status).toBe(422);
  const neighbour = await server.world();
  expect((await neighbour.api(neighbour.admin).get(claimUrl(id, "pdf"))).status).toBe(404);
  expect((await other.get(`${csv}&scope=all`)).text).not.toContain("Basra");
  const teamCsv = (await manager.get(`${csv}&scope=team`)).text;
  expect(teamCsv).toContain("Basra");
  expect(teamCsv).not.toContain("Unsent");
});

test("a CSV file has a line for each claim that matches the filters", async () => {
  const it = await expenseFixture(await server.world());
  const { approved, claim, employee } = it;
  await approved();
  requireOk(await claim({ title: "Trip to Mosul" }));
  const lines = async (filter = "") => (await employee.get(`${csv}${filter}`)).text.trim().split("\r\n");
  expect((await lines())[0]).toMatch(/^.?Number,Status,Requester,Purpose,Amount,Currency,/);
  expect((await lines()).slice(1)).toEqual([
    expect.stringMatching(new RegExp(`^EXP-${currentYear}-0002,.*,Trip to Mosul,18\\.50,USD,,${today}`)),
    expect.stringMatching(new RegExp(`^EXP-${currentYear}-0001,Approved,.*,Trip to Basra,18\\.50,USD,,${today}`)),
  ]);
  expect(await lines("&status=approved")).toHaveLength(2);
  expect(await lines("&q=mosul")).toHaveLength(2);
});

test("an Excel file has sheets of items and approvals, and states when it is truncated", async () => {
  const it = await expenseFixture(await server.world());
  const { world, approved, read, receipt, employee, draft } = it;
  const number = (await read(await approved())).number;
  const unsent = await draft();
  requireOk(await receipt(unsent, (await read(unsent)).items[0].id, png()));
  const actor = await world.tx(async (tx) => ((await findActor(tx, world.employee.token)) as { actor: Actor }).actor);
  const sheetsOf = async (most: number) => {
    const sizes = { xlsx: most, lines: 1_000, page: 1 };
    return world.tx((tx) => exportExpenses(tx, actor, { scope: "mine" }, "xlsx", translator("en"), sizes));
  };
  const { file, cut } = await sheetsOf(10);
  const [claims, items, approvals] = file as Sheet[];
  expect(cut).toBeNull();
  expect(claims?.rows.map(([code]) => code)).toEqual([null, number]);
  expect(items?.rows.map((row) => [row[0], row[5], row.at(-1)])).toEqual([
    [null, { amount: "18.50" }, 1],
    [number, { amount: "18.50" }, 0],
  ]);
  expect(approvals?.rows.map(([code, decision]) => [code, decision])).toEqual([
    [number, "Approved"],
    [number, "Approved"],
  ]);
  const part = await sheetsOf(1);
  expect(part.cut).toEqual({ shown: 1, total: 2 });
  expect((part.file as Sheet[])[0]?.rows.at(-1)?.[0]).toContain("the latest 1 of 2 requests");
  const workbook = await employee.get("/expense/export?format=xlsx");
  expect([workbook.status, workbook.headers["content-disposition"]]).toEqual([
    200,
    `attachment; filename="expenses-${today}.xlsx"`,
  ]);
});

test("files contain the days of the organization's time zone", async () => {
  const { world, approved } = await expenseFixture(await server.world());
  const id = await approved();
  const actor = await world.tx(async (tx) => ((await findActor(tx, world.employee.token)) as { actor: Actor }).actor);
  const file = await world.tx(async (tx) => {
    const moment = "2026-03-04T20:00:00Z";
    await tx.manager.query("UPDATE tenant SET time_zone = 'Pacific/Kiritimati' WHERE id = current_tenant()");
    await tx.manager.query("UPDATE request SET sent_at = $2 WHERE id = $1", [id, moment]);
    await tx.manager.query("UPDATE request_step SET decided_at = $2 WHERE request_id = $1", [id, moment]);
    return (await exportExpenses(tx, actor, { scope: "mine" }, "xlsx", translator("en"))).file as Sheet[];
  });
  const [claims, , approvals] = file;
  const nextDay = { day: "2026-03-05" };
  expect(claims?.rows.map((row) => row[claims.titles.indexOf("Sent")])).toEqual([nextDay]);
  expect(approvals?.rows.map((row) => row[4])).toEqual([nextDay, nextDay]);
});

test("the PDF of a claim is served to its readers", async () => {
  const { approved, manager, read } = await expenseFixture(await server.world());
  const id = await approved();
  const pdf = await manager.get(claimUrl(id, "pdf"));
  expect([pdf.status, pdf.headers["content-type"]]).toEqual([200, "application/pdf"]);
  expect(pdf.headers["content-disposition"]).toContain(`${(await read(id)).number}.pdf`);
  expect(pdf.text).toMatch(/^%PDF-/);
});
