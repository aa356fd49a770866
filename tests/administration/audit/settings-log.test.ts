import { multipart } from "../../support/multipart";
import { pdf } from "../../support/sample-files";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { equipmentForm, formsFixture } from "../../requests/forms/fixtures";
import { leaveFixture as leaveOffice, nextYear } from "../../requests/leave/fixtures";
import { DepartmentEntity } from "../../../server/people/departments/department.entity";
import { requireOk } from "../../work/tasks/board";

/** Changes of settings about money and permissions are written to the security log in the same transaction. */
const server = testServer();
let world: World;
beforeEach(async () => {
  world = await server.world();
});

interface Line {
  kind: string;
  outcome: string;
  user: { id: number } | null;
  subject: { id: number } | null;
  facts: Record<string, unknown>;
}

const changes = async (): Promise<Line[]> => {
  const { data } = requireOk(await world.api(world.admin).get("/audit/security-log")).body as { data: Line[] };
  return data.filter(({ kind }) => /_changed$|_published$|_deleted$/.test(kind)).toReversed();
};
const loggedChanges = async () => (await changes()).map(({ kind, user, facts }) => [kind, user?.id, facts]);

const rule = (overrides: object = {}) => ({
  family: "finance",
  name: "Large purchases",
  types: ["purchase"],
  from_amount: "1000",
  steps: [{ by: "manager" }],
  ...overrides,
});
const settings = { currency: "EUR", currencies: [], archive_days: 10 };
const week = { weekend: [5, 6], workday_start: "08:00", workday_end: "16:30", workday_hours: 8 };
const waiting = { remind_after: 2, remind_unit: "days", escalate_after: 5, escalate_unit: "days", four_eyes: false };
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><path d="M0 0L9 9" stroke="#000"/></svg>';
const type = { name: "Study", icon: "beach", days_female: 5, days_male: 5, counting: "working" };

test("refused or invalid settings changes are not logged", async () => {
  const employee = world.api(world.employee);
  const finance = world.api(world.finance);
  for (const answer of [
    await employee.post("/approvals/rule", rule()),
    await employee.put("/approvals/setting", waiting),
    await employee.put("/finance/settings", settings),
    await employee.post("/leave/leave-type", type),
    await employee.put("/leave/work-week", week),
    await finance.post("/approvals/rule", rule({ name: "" })),
    await finance.put("/finance/settings", { ...settings, archive_days: -1 }),
    await finance.put("/finance/settings", { ...settings, version: 7 }),
  ]) {
    expect([403, 409, 422]).toContain(answer.status);
  }
  expect(await changes()).toEqual([]);
});

test("changes to approval rules, their order and reminder settings are logged", async () => {
  const { finance, admin } = world;
  const api = world.api(finance);
  const { id } = requireOk(await api.post("/approvals/rule", rule())).body.data;
  requireOk(await api.put(`/approvals/rule/${id}`, rule({ name: "Larger" })));
  requireOk(await api.put("/approvals/rule-order", { family: "finance", ids: [id] }));
  requireOk(await api.delete(`/approvals/rule/${id}`));
  requireOk(await world.api(admin).put("/approvals/setting", waiting));
  const kind = "approval_rules_changed";
  expect(await loggedChanges()).toMatchObject([
    [kind, finance.id, { scope: "finance", change: "created", record: id }],
    [kind, finance.id, { scope: "finance", change: "changed", record: id, rule: "Larger" }],
    [kind, finance.id, { scope: "finance", change: "sorted" }],
    [kind, finance.id, { scope: "finance", change: "deleted", record: id }],
    [kind, admin.id, { policy: "no_four_eyes" }],
  ]);
});

test("user files, other users' signatures and project deletions are logged", async () => {
  const { hr, admin, employee } = world;
  const as = (who: Person, url: string, parts: Parameters<typeof multipart>[0]) =>
    world.api(who).send({ method: "POST", url, ...multipart(parts) });
  const api = world.api(hr);
  const contract = { name: "file", value: pdf(), filename: "contract.pdf" };
  const file = requireOk(await as(hr, `/user/${employee.id}/files`, [contract, { name: "kind", value: "contract" }]))
    .body.data;
  requireOk(await api.put(`/user/files/${file.id}`, { kind: "contract", title: "Another" }));
  requireOk(await api.delete(`/user/files/${file.id}`));
  requireOk(
    await api.post(`/user/${employee.id}/change`, {
      type: "promotion",
      effective_on: new Date().toISOString().slice(0, 10),
      location: "Erbil",
    }),
  );
  const [entry] = requireOk(await api.get(`/user/${employee.id}/history`)).body.data;
  const entryFile = requireOk(await as(hr, `/employment-entry/${entry.id}/file`, [contract])).body.data;
  requireOk(await api.delete(`/employment-entry/file/${entryFile.id}`));
  const signature = { name: "signature", value: Buffer.from(drawing), filename: "signature.svg" };
  requireOk(await as(hr, `/user/${employee.id}`, [signature]));
  requireOk(await as(employee, "/user/signature", [signature])); // the employee's own signature isn't logged
  const project = requireOk(await world.api(admin).post("/project", { title: "Gone" })).body.data.id as number;
  requireOk(await world.api(admin).delete(`/project/${project}`));
  const kind = "papers_changed";
  expect((await loggedChanges()).filter(([of]) => of === kind || of === "project_deleted")).toEqual([
    [kind, hr.id, { change: "created", record: file.id }],
    [kind, hr.id, { change: "changed", record: file.id }],
    [kind, hr.id, { change: "deleted", record: file.id }],
    [kind, hr.id, { change: "created", record: entryFile.id }],
    [kind, hr.id, { change: "deleted", record: entryFile.id }],
    [kind, hr.id, { change: "changed" }],
    ["project_deleted", admin.id, { project }],
  ]);
});

test("changes to finance settings and budgets are logged", async () => {
  const { finance } = world;
  const api = world.api(finance);
  const department = await world.tx((tx) => tx.repo(DepartmentEntity).insert({ name: "Fleet", code: "FLT" }));
  requireOk(await api.put("/finance/settings", settings));
  const budget = { department_id: department.id, year: 2031, amount: "1000" };
  const { id } = requireOk(await api.post("/finance/budget", budget)).body.data;
  requireOk(await api.put(`/finance/budget/${id}`, { amount: "2000" }));
  requireOk(await api.delete(`/finance/budget/${id}`));
  expect(await loggedChanges()).toEqual([
    ["finance_settings_changed", finance.id, {}],
    ["budget_changed", finance.id, { change: "created", record: department.id }],
    ["budget_changed", finance.id, { change: "changed", record: department.id }],
    ["budget_changed", finance.id, { change: "deleted", record: department.id }],
  ]);
});

test("changes to leave settings, holidays and balances are logged", async () => {
  const leaveFixture = await leaveOffice(world);
  const before = (await loggedChanges()).length;
  const { hr } = world;
  const api = world.api(hr);
  const { id, version } = requireOk(await api.post("/leave/leave-type", type)).body.data;
  requireOk(await api.put(`/leave/leave-type/${id}`, { ...type, days_male: 6, version }));
  requireOk(await api.put(`/leave/leave-type/${id}/archive`));
  requireOk(await api.put(`/leave/leave-type/${id}/archive`));
  requireOk(await api.delete(`/leave/leave-type/${id}`));
  requireOk(await api.put("/leave/work-week", week));
  requireOk(await api.post("/leave/holiday", { date: "2031-03-21", name: "Newroz" }));
  const days = { leave_type_id: leaveFixture.type, year: nextYear, days: 1, note: "Secret reason" };
  requireOk(await api.post(`/leave/balance/${world.employee.id}/adjustment`, days));
  const kind = "leave_settings_changed";
  expect((await loggedChanges()).slice(before)).toEqual([
    [kind, hr.id, { scope: "types", change: "created", record: id }],
    [kind, hr.id, { scope: "types", change: "changed", record: id }],
    [kind, hr.id, { scope: "types", change: "changed", record: id }],
    [kind, hr.id, { scope: "types", change: "deleted", record: id }],
    [kind, hr.id, { scope: "calendar" }],
    [kind, hr.id, { scope: "holidays", count: 1 }],
    ["leave_balance_changed", hr.id, {}],
  ]);
  const log = await changes();
  expect(log.at(-1)?.subject?.id).toBe(world.employee.id);
  expect(JSON.stringify(log)).not.toContain("Secret reason");
});

test("publishing a form is logged", async () => {
  const { hr } = world;
  const id = await (await formsFixture(world)).publish(equipmentForm);
  expect(await loggedChanges()).toEqual([["form_published", hr.id, { record: id }]]);
});
