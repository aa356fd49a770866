import { UserEntity } from "../../server/people/user.entity";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { office, requests, scanner, url } from "./office";

/** Guards that stand behind others: each is met by somebody whom all before it let through. */
const server = testServer();

test("whoever else sees a request, decides or pays it, changes, sends and throws away nothing of it", async () => {
  const it = await office(await server.world());
  const { id } = ok(await it.ask()).body.data;
  ok(await it.manager.put(url(id, "request-changes"), { note: "Which one?" })); // so that its owner could do all this
  const before = (await it.read(id)).version;
  for (const api of [it.manager, it.finance, it.payer, it.admin]) {
    ok(await api.get(`${requests}/${id}`));
    for (const refused of [
      await api.put(`${requests}/${id}`, { items: [{ ...scanner, price: "1" }] }),
      await api.post(`/purchase-request/${id}`, { items: [{ ...scanner, price: "1" }] }),
      await api.put(url(id, "send")),
      await api.delete(`${requests}/${id}`),
    ])
      expect([refused.status, refused.body.code]).toEqual([403, "permission.denied"]);
  }
  expect(await it.read(id)).toMatchObject({ version: before, status: "changes_requested" });
});

test("what comes to too much in the currency of the house is refused, though its own could say it", async () => {
  const it = await office(await server.world());
  const items = [{ ...scanner, price: "900000000000", quantity: 1 }];
  const refused = await it.ask({ currency: "KWD", items });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["items"]]);
  ok(await it.ask({ currency: "EUR", items }));
});

test("an approver who is from outside by now doesn't see what waits for them", async () => {
  const it = await office(await server.world());
  const { id } = ok(await it.ask()).body.data;
  ok(await it.manager.get(`/approvals/request/${id}`));
  await it.world.tx((tx) => tx.repo(UserEntity).update({ id: it.people.manager.id }, { external: true }));
  expect((await it.manager.get(`/approvals/request/${id}`)).body.code).toBe("notFound");
});

test("what isn't there can't be stopped, changed or deleted by who may do so", async () => {
  const it = await office(await server.world());
  const elsewhere = await office(await server.world());
  const budget = { department_id: elsewhere.department, year: 2030, amount: "10.00" };
  const { id } = ok(await elsewhere.admin.post("/finance/budget", budget)).body.data;
  expect((await it.admin.put(`/finance/budget/${id}`, { amount: "11.00", version: 1 })).body.code).toBe("notFound");
  expect((await it.admin.delete(`/finance/budget/${id}`)).body.code).toBe("notFound");
  expect((await it.admin.delete("/finance/archive-run/999999999")).body.code).toBe("notFound");
});
