import type { RequestRoute } from "../../shared/approvals/request-route.contract";
import { office, week } from "../leave/office";
import type { Api } from "../support/api";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";

const server = testServer();

const routeOf = async (api: Api, id: number): Promise<RequestRoute> =>
  ok(await api.get(`/approvals/request/${id}/route`)).body.data;

test("why a request goes where it goes is told to whom it concerns, and to nobody else", async () => {
  const { ask, employee, manager, world } = await office(await server.world());
  const { id } = ok(await ask(week(1))).body.data;
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

test("the rule is told as it is today, with names; what was renamed since is said to be gone", async () => {
  const { ask, employee, people, type, world } = await office(await server.world());
  const admin = world.api(world.admin);
  const rule = {
    family: "leave",
    name: "From a day on",
    types: [String(type)],
    from_amount: "1",
    steps: [{ by: "manager" }],
  };
  const made = ok(await admin.post("/approvals/rule", rule)).body.data;
  const { id } = ok(await ask(week(1))).body.data;
  const route = await routeOf(employee, id);
  expect(route.rule_name).toBe("From a day on");
  expect(route.rule).toMatchObject({
    name: "From a day on",
    condition: { from_amount: "1" },
    types: [{ code: String(type) }],
  });
  expect(route.rule?.types[0]?.name).toMatch(/^Leave /);
  expect(route.steps[0]?.approver?.id).toBe(people.manager.id);
  ok(await admin.put(`/approvals/rule/${made.id}`, { ...rule, name: "Another name" }));
  expect(await routeOf(employee, id)).toMatchObject({ rule_name: "From a day on", rule: null });
});

test("who stands in for whoever is asked is told", async () => {
  const { ask, employee, manager, people } = await office(await server.world());
  const { id } = ok(await ask(week(1))).body.data;
  ok(await manager.post("/delegation", { delegatee_id: people.hr.id }));
  const route = await routeOf(employee, id);
  expect(route.steps[0]).toMatchObject({ approver: { id: people.manager.id }, delegatee: { id: people.hr.id } });
});
