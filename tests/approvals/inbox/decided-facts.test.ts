import { DepartmentEntity } from "../../../server/people/departments/department.entity";
import { UserEntity } from "../../../server/people/people/user.entity";
import { financeFixture as financeOffice, requestUrl, currentYear } from "../../requests/finance/fixtures";
import { leaveFixture as leaveOffice, workingWeek } from "../../requests/leave/fixtures";
import type { ListedRequestEvent } from "../../../shared/approvals/approvals/request-lists.events";
import type { Api } from "../../support/api";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

/** Facts for the decision (budget, leave balance) are visible to approvers until they decide; lists and events omit them afterwards. */
const server = testServer();

const factsIn = async (as: Api, list: "inbox" | "decided" | "sent") =>
  (requireOk(await as.get(`/approvals/${list}`)).body.data as { facts: Record<string, unknown> }[]).map(
    ({ facts }) => facts,
  );
const factsTold = (world: World, mark: number, person: { id: number }) =>
  world
    .events(mark)
    .filter(({ stream, event }) => event.type === "request_list.changed" && stream === `user:${person.id}`)
    .map(({ event }) => (event.data as ListedRequestEvent).entry?.facts);

test("the budget is hidden after deciding or after the requester changed department", async () => {
  const { world, finance, employee, manager, people, department, ask } = await financeOffice(await server.world());
  requireOk(await finance.post("/finance/budget", { department_id: department, year: currentYear, amount: "4000" }));
  const { id } = requireOk(await ask()).body.data;
  expect(await factsIn(manager, "inbox")).toMatchObject([{ budget: { amount: "4000.00" } }]);
  const mark = server.published.length;
  requireOk(await manager.put(requestUrl(id, "approve")));
  const { id: other } = await world.tx((tx) => tx.repo(DepartmentEntity).insert({ name: "Sales", code: "SAL" }));
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { departmentId: other }));
  expect(await factsIn(manager, "decided")).toMatchObject([{ amount: "2840.00", budget: null }]);
  expect(await factsIn(employee, "sent")).toMatchObject([{ amount: "2840.00", budget: null }]);
  expect(await factsIn(finance, "inbox")).toMatchObject([{ budget: { amount: "4000.00" } }]);
  for (const person of [people.manager, people.employee])
    expect(factsTold(world, mark, person)).toMatchObject([{ budget: null }]);
  expect(factsTold(world, mark, people.finance)).toMatchObject([{ budget: { amount: "4000.00" } }]);
});

test("a delegate sees the leave balance only while the request is waiting", async () => {
  const { world, type, employee, manager, hr, people, ask } = await leaveOffice(await server.world());
  const deputy = await world.person("manager");
  requireOk(await manager.post("/delegation", { delegatee_id: deputy.id }));
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  const as = world.api(deputy);
  const path = `/leave/leave-request/${id}`;
  expect(await factsIn(as, "inbox")).toMatchObject([{ balance_after: 15, balance_now: 15 }]);
  expect(requireOk(await as.get(path)).body.data.balance_after).toBe(15);
  requireOk(await as.put(`${path}/approve`));
  expect((await as.get(`/leave/balance?user_id=${people.employee.id}`)).status).toBe(404);
  expect(await factsIn(as, "decided")).toMatchObject([{ balance_after: null, balance_now: null }]);
  expect(requireOk(await as.get(path)).body.data).toMatchObject({ balance_after: null, away: [], cover: null });
  expect(await factsIn(employee, "sent")).toMatchObject([{ balance_after: 15 }]);
  for (const reader of [employee, manager, hr])
    expect(requireOk(await reader.get(path)).body.data.balance_after).toBe(15);
  expect(type).toBeGreaterThan(0);
});
