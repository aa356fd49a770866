import type { RequestRoute } from "../../../shared/approvals/approvals/request-route.contract";
import { leaveFixture, workingWeek } from "../../requests/leave/fixtures";
import type { Api } from "../../support/api";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";

const server = testServer();

const routeOf = async (api: Api, id: number): Promise<RequestRoute> =>
  requireOk(await api.get(`/approvals/request/${id}/route`)).body.data;

test("the route of a request is visible only to the users concerned", async () => {
  const { ask, employee, manager, world } = await leaveFixture(await server.world());
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  const stranger = await world.person("employee");
  expect((await world.api(stranger).get(`/approvals/request/${id}/route`)).status).toBe(404);
  for (const api of [employee, manager]) {
    const route = await routeOf(api, id);
    expect(route).toMatchObject({
      rule_name: null,
      rule: null,
      steps: [{ by: "manager", state: "now", delegatee: null }],
    });
  }
});

test("the route returns the current rule with names, or that it was deleted", async () => {
  const { ask, employee, people, type, world } = await leaveFixture(await server.world());
  const admin = world.api(world.admin);
  const rule = {
    family: "leave",
    name: "From a day on",
    types: [String(type)],
    from_amount: "1",
    steps: [{ by: "manager" }],
  };
  const createdRule = requireOk(await admin.post("/approvals/rule", rule)).body.data;
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  const route = await routeOf(employee, id);
  expect(route.rule_name).toBe("From a day on");
  expect(route.rule).toMatchObject({
    name: "From a day on",
    condition: { from_amount: "1" },
    types: [{ code: String(type) }],
  });
  expect(route.rule?.types[0]?.name).toMatch(/^Leave /);
  expect(route.steps[0]?.approver?.id).toBe(people.manager.id);
  requireOk(await admin.put(`/approvals/rule/${createdRule.id}`, { ...rule, name: "Another name" }));
  expect(await routeOf(employee, id)).toMatchObject({ rule_name: "From a day on", rule: null });
});

test("the route names the approver's delegate", async () => {
  const { ask, employee, manager, people } = await leaveFixture(await server.world());
  const { id } = requireOk(await ask(workingWeek(1))).body.data;
  requireOk(await manager.post("/delegation", { delegatee_id: people.hr.id }));
  const route = await routeOf(employee, id);
  expect(route.steps[0]).toMatchObject({ approver: { id: people.manager.id }, delegatee: { id: people.hr.id } });
});
