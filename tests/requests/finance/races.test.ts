import { repetitions } from "../../run-size";
import { testServer } from "../../support/server";
import { retryWhileBusy } from "../../support/retry-while-busy";
import { requireOk } from "../../work/tasks/board";
import { financeFixture, requestsUrl, requestUrl, currentYear } from "./fixtures";

const server = testServer();

const requestCount = repetitions(1_000);
const refused = requestCount / 10;
const numbered = requestCount - refused;

test(`${requestCount} concurrent requests get unique numbers without gaps`, async () => {
  const { ask, employee, world } = await financeFixture(await server.world());
  // Every tenth request is refused and must not use up a number. Requests that the busy server rejects are repeated.
  const insist = async (at: number) => {
    const box = { details: `Box ${at}`, price: "1.00", quantity: at + 1 };
    return retryWhileBusy(() => ask(at % 10 === 3 ? { currency: "GBP" } : { items: [box] }));
  };
  const answers = await Promise.all(Array.from({ length: requestCount }, (_, at) => insist(at)));
  const statuses = answers.map(({ status, body }) => `${status} ${body.code ?? ""}`);
  expect([...new Set(statuses)].sort()).toEqual(["201 ", "422 request.invalid"]);
  const numbers = answers.filter(({ status }) => status === 201).map(({ body }) => body.data.number as string);
  expect(numbers).toHaveLength(numbered);
  const expectedNumbers = Array.from(
    { length: numbered },
    (_, at) => `PUR-${currentYear}-${String(at + 1).padStart(4, "0")}`,
  );
  expect(numbers.sort()).toEqual(expectedNumbers);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(refused);
  expect((await employee.get(requestsUrl)).body.meta.total).toBe(numbered);
  const rows = await world.tx((tx) => tx.manager.query<{ last: number }[]>("SELECT last FROM finance_number"));
  expect(rows).toEqual([{ last: numbered }]);
}, 300_000);

test("twenty-five concurrent payments pay a request once", async () => {
  const { approved, payer, admin, read } = await financeFixture(await server.world());
  const id = await approved();
  const { version } = await read(id);
  const mark = server.published.length;
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, at) =>
      (at % 2 ? payer : admin).put(requestUrl(id, "pay"), { reference: `TRX-${at}`, version }),
    ),
  );
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 24 }, () => 409),
  ]);
  const paid = answers.find(({ status }) => status === 200)?.body.data.paid.reference;
  expect((await read(id)).paid.reference).toBe(paid);
  const paidEvents = server.published.slice(mark).filter(({ event }) => event.type === "request.paid");
  expect(new Set(paidEvents.map(({ stream }) => stream)).size).toBe(paidEvents.length);
});

test("changing and sending a draft at the same time stores a consistent request", async () => {
  const { ask, employee, read } = await financeFixture(await server.world());
  const { id } = requireOk(await ask({ draft: true })).body.data;
  const items = [{ details: "Cable", price: "3.33", quantity: 3 }];
  await Promise.all([
    employee.put(requestUrl(id, "send")),
    employee.put(`${requestsUrl}/${id}`, { items, draft: true }),
    employee.put(`${requestsUrl}/${id}`, { items }),
  ]);
  const request = await read(id);
  expect(["2840.00", "9.99"]).toContain(request.amount);
  expect(request).toMatchObject({ number: `PUR-${currentYear}-0001`, status: "waiting_manager_approval" });
});
