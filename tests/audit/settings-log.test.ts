import { multipart } from "../support/multipart";
import { pdf } from "../support/sample-files";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { equipment, desk } from "../forms/desk";
import { office as leaveOffice, nextYear } from "../leave/office";
import { DepartmentEntity } from "../../server/departments/department.entity";
import { ok } from "../tasks/board";

/** Who changes what decides about money and rights stands in the security log, in the transaction of the change. */
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

/** What was changed, the first first. */
const changes = async (): Promise<Line[]> => {
  const { data } = ok(await world.api(world.admin).get("/audit/security-log")).body as { data: Line[] };
  return data.filter(({ kind }) => /_changed$|_published$|_deleted$/.test(kind)).toReversed();
};
const told = async () => (await changes()).map(({ kind, user, facts }) => [kind, user?.id, facts]);

const rule = (more: object = {}) => ({
  family: "finance",
  name: "Large purchases",
  types: ["purchase"],
  from_amount: "1000",
  steps: [{ by: "manager" }],
  ...more,
});
const settings = { currency: "EUR", currencies: [], archive_days: 10 };
const week = { weekend: [5, 6], workday_start: "08:00", workday_end: "16:30", workday_hours: 8 };
const waiting = { remind_after: 2, remind_unit: "days", escalate_after: 5, escalate_unit: "days", four_eyes: false };
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><path d="M0 0L9 9" stroke="#000"/></svg>';
const type = { name: "Study", icon: "beach", days_female: 5, days_male: 5, counting: "working" };

test("nothing stands there where it was refused, as not allowed or as wrong", async () => {
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

test("rules of approval: made, changed, put in another order, deleted; four eyes and waiting", async () => {
  const { finance, admin } = world;
  const api = world.api(finance);
  const { id } = ok(await api.post("/approvals/rule", rule())).body.data;
  ok(await api.put(`/approvals/rule/${id}`, rule({ name: "Larger" })));
  ok(await api.put("/approvals/rule-order", { family: "finance", ids: [id] }));
  ok(await api.delete(`/approvals/rule/${id}`));
  ok(await world.api(admin).put("/approvals/setting", waiting));
  const kind = "approval_rules_changed";
  expect(await told()).toEqual([
    [kind, finance.id, { scope: "finance", change: "created", record: id }],
    [kind, finance.id, { scope: "finance", change: "changed", record: id }],
    [kind, finance.id, { scope: "finance", change: "sorted" }],
    [kind, finance.id, { scope: "finance", change: "deleted", record: id }],
    [kind, admin.id, { policy: "no_four_eyes" }],
  ]);
});

test("files of a person and of their history, somebody else's signature, a project that is deleted", async () => {
  const { hr, admin, employee } = world;
  const as = (who: Person, url: string, parts: Parameters<typeof multipart>[0]) =>
    world.api(who).send({ method: "POST", url, ...multipart(parts) });
  const api = world.api(hr);
  const contract = { name: "file", value: pdf(), filename: "contract.pdf" };
  const file = ok(await as(hr, `/user/${employee.id}/files`, [contract, { name: "kind", value: "contract" }])).body
    .data;
  ok(await api.put(`/user/files/${file.id}`, { kind: "contract", title: "Another" }));
  ok(await api.delete(`/user/files/${file.id}`));
  ok(
    await api.post(`/user/${employee.id}/change`, {
      type: "promotion",
      effective_on: new Date().toISOString().slice(0, 10),
      location: "Erbil",
    }),
  );
  const [entry] = ok(await api.get(`/user/${employee.id}/history`)).body.data;
  const laid = ok(await as(hr, `/employment-entry/${entry.id}/file`, [contract])).body.data;
  ok(await api.delete(`/employment-entry/file/${laid.id}`));
  const signature = { name: "signature", value: Buffer.from(drawing), filename: "signature.svg" };
  ok(await as(hr, `/user/${employee.id}`, [signature]));
  ok(await as(employee, "/user/signature", [signature])); // one's own
  const project = ok(await world.api(admin).post("/project", { title: "Gone" })).body.data.id as number;
  ok(await world.api(admin).delete(`/project/${project}`));
  const kind = "papers_changed";
  expect((await told()).filter(([of]) => of === kind || of === "project_deleted")).toEqual([
    [kind, hr.id, { change: "created", record: file.id }],
    [kind, hr.id, { change: "changed", record: file.id }],
    [kind, hr.id, { change: "deleted", record: file.id }],
    [kind, hr.id, { change: "created", record: laid.id }],
    [kind, hr.id, { change: "deleted", record: laid.id }],
    [kind, hr.id, { change: "changed" }],
    ["project_deleted", admin.id, { project }],
  ]);
});

test("money: settings and budgets", async () => {
  const { finance } = world;
  const api = world.api(finance);
  const department = await world.tx((tx) => tx.repo(DepartmentEntity).insert({ name: "Fleet", code: "FLT" }));
  ok(await api.put("/finance/settings", settings));
  const budget = { department_id: department.id, year: 2031, amount: "1000" };
  const { id } = ok(await api.post("/finance/budget", budget)).body.data;
  ok(await api.put(`/finance/budget/${id}`, { amount: "2000" }));
  ok(await api.delete(`/finance/budget/${id}`));
  expect(await told()).toEqual([
    ["finance_settings_changed", finance.id, {}],
    ["budget_changed", finance.id, { change: "created", record: department.id }],
    ["budget_changed", finance.id, { change: "changed", record: department.id }],
    ["budget_changed", finance.id, { change: "deleted", record: department.id }],
  ]);
});

test("leave: types, working week, holidays, and days that somebody is given or loses", async () => {
  const office = await leaveOffice(world);
  const before = (await told()).length;
  const { hr } = world;
  const api = world.api(hr);
  const { id, version } = ok(await api.post("/leave/leave-type", type)).body.data;
  ok(await api.put(`/leave/leave-type/${id}`, { ...type, days_male: 6, version }));
  ok(await api.put(`/leave/leave-type/${id}/archive`));
  ok(await api.put(`/leave/leave-type/${id}/archive`)); // is archived already
  ok(await api.delete(`/leave/leave-type/${id}`));
  ok(await api.put("/leave/work-week", week));
  ok(await api.post("/leave/holiday", { date: "2031-03-21", name: "Newroz" }));
  const days = { leave_type_id: office.type, year: nextYear, days: 1, note: "Secret reason" };
  ok(await api.post(`/leave/balance/${world.employee.id}/adjustment`, days));
  const kind = "leave_settings_changed";
  expect((await told()).slice(before)).toEqual([
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

test("a form that is published: its chain decides from now on", async () => {
  const { hr } = world;
  const id = await (await desk(world)).publish(equipment);
  expect(await told()).toEqual([["form_published", hr.id, { record: id }]]);
});
