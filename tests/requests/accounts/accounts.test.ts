import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();

let world: World;
beforeEach(async () => {
  world = await server.world();
});

const paper = { code: "4930", name: "Office supplies" };
const full = { code: "V19", name: "Input tax 19 %", percent: "19.00", accounting_key: "9" };

test("changing accounts and VAT rates returns 403 without permission", async () => {
  for (const [path, body] of [
    ["/finance/cost-account", paper],
    ["/finance/vat-rate", full],
  ] as const) {
    const { id } = requireOk(await world.api(world.finance).post(path, body)).body.data;
    const employee = world.api(world.employee);
    expect((await employee.post(path, body)).status).toBe(403);
    expect((await employee.put(`${path}/${id}`, body)).status).toBe(403);
    expect(requireOk(await employee.get(path)).body.data[0].can).toEqual({ edit: false, delete: false });
  }
});

test("taken codes and invalid percentages return 422 at their field", async () => {
  const finance = world.api(world.finance);
  requireOk(await finance.post("/finance/cost-account", paper));
  requireOk(await finance.post("/finance/vat-rate", full));
  const errors = async (path: string, body: object) =>
    Object.keys((await finance.post(path, body)).body.errors ?? {}).sort();
  expect(await errors("/finance/cost-account", paper)).toEqual(["code"]);
  expect(await errors("/finance/cost-account", {})).toEqual(["code", "name"]);
  expect(await errors("/finance/vat-rate", { ...full, code: "v19" })).toEqual(["code"]);
  for (const percent of ["", "-1", "100.01", "19.123", "1e1", "x"])
    expect(await errors("/finance/vat-rate", { ...full, code: "V7", percent })).toEqual(["percent"]);
  expect(await errors("/finance/vat-rate", { ...full, code: "V7", accounting_key: "12345" })).toEqual([
    "accounting_key",
  ]);
});

test("a stale version returns 409", async () => {
  const finance = world.api(world.finance);
  const { id, version } = requireOk(await finance.post("/finance/cost-account", paper)).body.data;
  requireOk(await finance.put(`/finance/cost-account/${id}`, { ...paper, name: "Paper", version }));
  const stale = await finance.put(`/finance/cost-account/${id}`, { ...paper, version });
  expect([stale.status, stale.body.data.name]).toEqual([409, "Paper"]);
});

test("archived accounts and rates are listed but not offered for selection", async () => {
  const finance = world.api(world.finance);
  const mark = server.published.length;
  const account = requireOk(await finance.post("/finance/cost-account", paper)).body.data;
  const rate = requireOk(await finance.post("/finance/vat-rate", full)).body.data;
  expect(rate).toMatchObject({ percent: "19", accounting_key: "9", archived: false });
  expect(requireOk(await finance.get("/finance/vat-rate/select")).body.data).toEqual([
    { id: rate.id, code: "V19", name: "Input tax 19 %", percent: "19" },
  ]);
  expect(requireOk(await finance.get("/finance/cost-account/select?q=office")).body.data).toEqual([
    { id: account.id, ...paper },
  ]);
  requireOk(await finance.put(`/finance/vat-rate/${rate.id}`, { ...full, archived: true }));
  requireOk(await finance.put(`/finance/cost-account/${account.id}`, { ...paper, archived: true }));
  expect(requireOk(await finance.get("/finance/vat-rate/select")).body.data).toEqual([]);
  expect(requireOk(await finance.get("/finance/cost-account/select")).body.data).toEqual([]);
  expect(requireOk(await finance.get("/finance/cost-account")).body.data).toMatchObject([{ code: "4930", version: 2 }]);
  expect(world.events(mark).map(({ event }) => event.type)).toEqual([
    "cost_account.created",
    "vat_rate.created",
    "vat_rate.updated",
    "cost_account.updated",
  ]);
});
