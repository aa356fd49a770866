import { testServer } from "../../support/server";

const server = testServer();
const path = "/subscription/continue-free";
const yesterday = () => new Date(Date.now() - 86_400_000);

test("switching to the free plan without permission returns 403", async () => {
  const { api, employee, change } = await server.world({ plan: "team" });
  await change({ planEndsAt: yesterday() });
  expect((await api(employee).post(path)).status).toBe(403);
});

test("a tenant with an active plan can't switch to the free plan", async () => {
  const { api, admin, change } = await server.world({ plan: "team" });
  await change({ planEndsAt: new Date(Date.now() + 86_400_000) });
  const answer = await api(admin).post(path);
  expect([answer.status, answer.body.code]).toEqual([409, "plan.notExpired"]);
});

test("after expiry the tenant continues on the free plan, with an event", async () => {
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

test("two concurrent switches to the free plan: the second gets 409", async () => {
  const { api, admin, change } = await server.world({ plan: "team" });
  await change({ planEndsAt: yesterday() });
  const answers = await Promise.all([api(admin).post(path), api(admin).post(path)]);
  expect(answers.map((answer) => answer.status)).toEqual(expect.arrayContaining([200, 409]));
});
