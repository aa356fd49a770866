import { UserEntity } from "../../../server/people/people/user.entity";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { financeFixture, requestsUrl, scannerItem, requestUrl } from "./fixtures";

/** Tests checks that follow other checks: each user here passes all earlier ones. */
const server = testServer();

test("users other than the owner can't change, send or delete a request", async () => {
  const it = await financeFixture(await server.world());
  const { id } = requireOk(await it.ask()).body.data;
  requireOk(await it.manager.put(requestUrl(id, "request-changes"), { note: "Which one?" })); // so that its owner may change, send or delete it
  const before = (await it.read(id)).version;
  for (const api of [it.manager, it.finance, it.payer, it.admin]) {
    requireOk(await api.get(`${requestsUrl}/${id}`));
    for (const refused of [
      await api.put(`${requestsUrl}/${id}`, { items: [{ ...scannerItem, price: "1" }] }),
      await api.post(`/purchase-request/${id}`, { items: [{ ...scannerItem, price: "1" }] }),
      await api.put(requestUrl(id, "send")),
      await api.delete(`${requestsUrl}/${id}`),
    ])
      expect([refused.status, refused.body.code]).toEqual([403, "permission.denied"]);
  }
  expect(await it.read(id)).toMatchObject({ version: before, status: "changes_requested" });
});

test("a total too large in the home currency is refused", async () => {
  const it = await financeFixture(await server.world());
  const items = [{ ...scannerItem, price: "900000000000", quantity: 1 }];
  const refused = await it.ask({ currency: "KWD", items });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["items"]]);
  requireOk(await it.ask({ currency: "EUR", items }));
});

test("an approver who became external can't see waiting requests", async () => {
  const it = await financeFixture(await server.world());
  const { id } = requireOk(await it.ask()).body.data;
  requireOk(await it.manager.get(`/approvals/request/${id}`));
  await it.world.tx((tx) => tx.repo(UserEntity).update({ id: it.people.manager.id }, { external: true }));
  expect((await it.manager.get(`/approvals/request/${id}`)).body.code).toBe("notFound");
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
