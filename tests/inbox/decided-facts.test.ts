import { DepartmentEntity } from "../../server/departments/department.entity";
import { UserEntity } from "../../server/people/user.entity";
import { office as financeOffice, url, year } from "../finance/office";
import { office as leaveOffice, week } from "../leave/office";
import type { ListedRequestEvent } from "../../shared/approvals/request-lists.events";
import type { Api } from "../support/api";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { ok } from "../tasks/board";

/** What it takes to decide is told to who decides, as long as they do: what stands in their lists afterwards is told without it. */
const server = testServer();

const factsIn = async (as: Api, list: "inbox" | "decided" | "sent") =>
  (ok(await as.get(`/approvals/${list}`)).body.data as { facts: Record<string, unknown> }[]).map(({ facts }) => facts);
/** What a person's lists were told since `mark`. */
const factsTold = (world: World, mark: number, person: { id: number }) =>
  world
    .events(mark)
    .filter(({ stream, event }) => event.type === "request_list.changed" && stream === `user:${person.id}`)
    .map(({ event }) => (event.data as ListedRequestEvent).entry?.facts);

test("what a department may spend: not after one has decided, nor of a department that one has moved on from", async () => {
  const { world, finance, employee, manager, people, department, ask } = await financeOffice(await server.world());
  ok(await finance.post("/finance/budget", { department_id: department, year, amount: "4000" }));
  const { id } = ok(await ask()).body.data;
  expect(await factsIn(manager, "inbox")).toMatchObject([{ budget: { amount: "4000.00" } }]);
  const mark = server.published.length;
  ok(await manager.put(url(id, "approve")));
  const { id: other } = await world.tx((tx) => tx.repo(DepartmentEntity).insert({ name: "Sales", code: "SAL" }));
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { departmentId: other }));
  expect(await factsIn(manager, "decided")).toMatchObject([{ amount: "2840.00", budget: null }]);
  expect(await factsIn(employee, "sent")).toMatchObject([{ amount: "2840.00", budget: null }]);
  expect(await factsIn(finance, "inbox")).toMatchObject([{ budget: { amount: "4000.00" } }]);
  for (const person of [people.manager, people.employee])
    expect(factsTold(world, mark, person)).toMatchObject([{ budget: null }]);
  expect(factsTold(world, mark, people.finance)).toMatchObject([{ budget: { amount: "4000.00" } }]);
});

test("how many days somebody has left: to who decided for somebody else no more than by the balance's own call", async () => {
  const { world, type, employee, manager, hr, people, ask } = await leaveOffice(await server.world());
  const deputy = await world.person("manager");
  ok(await manager.post("/delegation", { delegatee_id: deputy.id }));
  const { id } = ok(await ask(week(1))).body.data;
  const as = world.api(deputy);
  const path = `/leave/leave-request/${id}`;
  expect(await factsIn(as, "inbox")).toMatchObject([{ balance_after: 15, balance_now: 15 }]);
  expect(ok(await as.get(path)).body.data.balance_after).toBe(15);
  ok(await as.put(`${path}/approve`));
  expect((await as.get(`/leave/balance?user_id=${people.employee.id}`)).status).toBe(404);
  expect(await factsIn(as, "decided")).toMatchObject([{ balance_after: null, balance_now: null }]);
  expect(ok(await as.get(path)).body.data).toMatchObject({ balance_after: null, away: [], cover: null });
  expect(await factsIn(employee, "sent")).toMatchObject([{ balance_after: 15 }]);
  for (const reader of [employee, manager, hr]) expect(ok(await reader.get(path)).body.data.balance_after).toBe(15);
  expect(type).toBeGreaterThan(0);
});
