import type { FastifyInstance } from "fastify";
import { object, string } from "yup";
import { createHttp } from "../../server/platform/http/http";
import { registerErrorHandlers } from "../../server/platform/http/problems";
import { serveEndpoint } from "../../server/platform/http/serve/serve";
import { registerBodyParsers } from "../../server/platform/http/body";
import { endpoint } from "../../shared/kernel/endpoint";
import { textField } from "../../shared/kernel/fields";
import { testServer } from "../support/server";
import { Api } from "../support/api";
import type { Person, World } from "../support/world";

const guarded = endpoint({
  method: "POST",
  path: "/guarded",
  summary: "For this test.",
  feature: "payment",
  permission: "payment-pay",
  body: object({ note: textField(10).required("field.required") }),
  reply: object({ message: string() }),
  example: { body: { note: "x" } },
});

const server = testServer();
let app: FastifyInstance;
beforeAll(async () => {
  app = createHttp({ ...server.platform, served: new Set() });
  registerErrorHandlers(app);
  await registerBodyParsers(app);
  serveEndpoint(app, guarded, async () => ({ message: "in" }));
  await app.ready();
});
afterAll(() => app.close());

const code = async (world: World, who: Person | null, body: unknown = {}, host = world.host) => {
  const answer = await new Api(app, host, who?.token ?? null).post("/guarded", body);
  return answer.body.code ?? answer.body.message;
};

/** Starts with every requirement violated and fixes one after the other; each time the next guard refuses the request. */
test("guards run in the documented order", async () => {
  const world = await server.world({ plan: "team" });
  await world.change({ active: false, planEndsAt: new Date(Date.now() - 1000) });
  const { employee, finance } = world;

  expect(await code(world, null, {}, "nobody.test")).toBe("tenant.unknown");
  expect(await code(world, null)).toBe("tenant.inactive");
  expect(await code(world, employee)).toBe("tenant.inactive");
  await world.change({ active: true });
  expect(await code(world, null)).toBe("session.required");
  expect(await code(world, employee)).toBe("plan.expired");
  await world.change({ planEndsAt: null });
  expect(await code(world, employee)).toBe("feature_not_in_plan");
  await world.change({ plan: "business" });
  expect(await code(world, employee)).toBe("permission.denied");
  expect(await code(world, finance)).toBe("request.invalid");
  expect(await code(world, finance, { note: "x" })).toBe("in");
});

test("unknown body fields are dropped", async () => {
  const world = await server.world();
  expect(await code(world, world.finance, { note: "x", tenantId: 1, role: "administrator" })).toBe("in");
});

test("plan expiry is checked at the time of the request", async () => {
  const world = await server.world();
  await world.change({ planEndsAt: new Date(Date.now() + 60_000) });
  expect(await code(world, world.finance, { note: "x" })).toBe("in");
  await world.change({ planEndsAt: new Date() });
  expect(await code(world, world.finance, { note: "x" })).toBe("plan.expired");
});
