import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { financeFixture, scannerItem } from "./fixtures";

/** Tests checks that follow other checks: each user here passes all earlier ones. */
const server = testServer();

test("a total too large in the home currency is refused", async () => {
  const it = await financeFixture(await server.world());
  const items = [{ ...scannerItem, price: "900000000000", quantity: 1 }];
  const refused = await it.ask({ currency: "KWD", items });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["items"]]);
  requireOk(await it.ask({ currency: "EUR", items }));
});

test("unknown and foreign budgets and archive runs return notFound", async () => {
  const it = await financeFixture(await server.world());
  const elsewhere = await financeFixture(await server.world());
  const budget = { department_id: elsewhere.department, year: 2030, amount: "10.00" };
  const { id } = requireOk(await elsewhere.admin.post("/finance/budget", budget)).body.data;
  expect((await it.admin.put(`/finance/budget/${id}`, { amount: "11.00", version: 1 })).body.code).toBe("notFound");
  expect((await it.admin.delete(`/finance/budget/${id}`)).body.code).toBe("notFound");
  expect((await it.admin.delete("/finance/archive-run/999999999")).body.code).toBe("notFound");
});
