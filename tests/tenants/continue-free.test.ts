import { testServer } from "../support/server";

const server = testServer();
const path = "/subscription/continue-free";
const yesterday = () => new Date(Date.now() - 86_400_000);

test("who may not choose a plan may not do this either", async () => {
  const { api, employee, change } = await server.world({ plan: "team" });
  await change({ planEndsAt: yesterday() });
  expect((await api(employee).post(path)).status).toBe(403);
});

test("a plan that still runs isn't given up by it", async () => {
  const { api, admin, change } = await server.world({ plan: "team" });
  await change({ planEndsAt: new Date(Date.now() + 86_400_000) });
  const answer = await api(admin).post(path);
  expect([answer.status, answer.body.code]).toEqual([409, "plan.notExpired"]);
});

test("after the plan has expired, calls go on with the free one, and open screens are told", async () => {
  const { api, admin, change, tenantId } = await server.world({ plan: "business" });
  await change({ planEndsAt: yesterday() });
  expect((await api(admin).get("/project/list")).status).toBe(402);

  server.published.length = 0;
  expect((await api(admin).post(path)).status).toBe(200);

  expect((await api(admin).get("/project/list")).status).toBe(200);
  const plans = (await api(admin).get("/api-plan")).body;
  expect(plans.data.find((plan: { current_plan: boolean }) => plan.current_plan).code).toBe("free");
  expect(plans.remaining_days).toBeNull();
  expect(server.published.map(({ stream, event }) => [stream, event.type])).toEqual([
    [`tenant:${tenantId}`, "tenant.updated"],
  ]);
});

test("of two who press at once one does it, the other hears that it is done", async () => {
  const { api, admin, change } = await server.world({ plan: "team" });
  await change({ planEndsAt: yesterday() });
  const answers = await Promise.all([api(admin).post(path), api(admin).post(path)]);
  expect(answers.map((answer) => answer.status)).toEqual(expect.arrayContaining([200, 409]));
});
