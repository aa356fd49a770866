import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { FastifyInstance, RouteOptions } from "fastify";
import type { UnitOfWork } from "../../server/platform/database/unit-of-work";
import { contract } from "../../shared/contract";
import type { Endpoint } from "../../shared/kernel/endpoint";
import { withDirectory } from "../scim/directory";
import { testServer } from "../support/server";
import { until } from "../support/until";
import type { World } from "../support/world";

/**
 * Every route of the server is in the contract, whose calls have one home that guards them, or stands here by name. What guards the
 * others: all wait for a place of their caller's but those that are `free`; answers that may be long are made in turn and, until they are
 * read, count among what their caller holds.
 */

/** Files that are put together for a call, one of a person at a time. */
const made = [
  "/audit/changes/export",
  "/audit/security-log/export",
  "/employment-entry/:id/letter",
  "/finance/export",
  "/finance/finance-request/:id/pdf",
  "/leave/export/balances",
  "/leave/export/requests",
  "/reservations/report/export",
  "/users/export",
];
/** Calendars by an address that is a secret, one of each at a time. */
const feeds = ["/leave/calendar/:file", "/room/calendar/:file"];
/** The directory's: lists one at a time, and all of them hold what they answer. */
const directoryLists = ["/scim/v2/Users", "/scim/v2/Groups", "/scim/v2/Groups/:id"];
const directoryReads = [
  ...directoryLists,
  "/scim/v2/Users/:id",
  "/scim/v2/Schemas",
  "/scim/v2/Schemas/:id",
  "/scim/v2/ResourceTypes",
  "/scim/v2/ResourceTypes/:id",
  "/scim/v2/ServiceProviderConfig",
];
const others: Readonly<Record<string, string>> = {
  "GET /files/:id/:name": "sent as it is read from the store: a connection holds no more than a piece of it",
  "GET /files/:id/preview": "the same",
  "GET /external-404": "a page of a kilobyte, of the process alone",
  "GET /dev/outbox": "to whoever sits at this computer, with a key",
  "GET /dev/outbox/:name": "the same",
  "GET /healthz": "free: some letters, of the process alone",
  "GET /readyz": "free: one look at a time for all who ask (server/platform/http/health.ts)",
  "GET /metrics": "free, and to private addresses by private names alone",
  "POST /payment/stripe/webhook": "signed by Stripe; answers some letters",
};
/**
 * Of the client and of the documentation of the API: files, sent as they are read; the document is for private addresses, or where the
 * operator opens it.
 */
const libraries = /^(GET|HEAD) \/(assets\/\*|boot\.js|icon\.svg|push-worker\.js|docs(\/.*)?)$/;
const changes = ["POST /scim/v2/Users", "POST /scim/v2/Groups"].concat(
  ["PUT", "PATCH", "DELETE"].flatMap((method) => [`${method} /scim/v2/Users/:id`, `${method} /scim/v2/Groups/:id`]),
);

const found = new Set<string>();
function noteRoutes(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook("onRoute", (route: RouteOptions) => {
    for (const method of [route.method].flat()) found.add(`${method} ${route.url}`);
  });
}
beforeAll(() => subscribe("fastify.initialization", noteRoutes));
afterAll(() => unsubscribe("fastify.initialization", noteRoutes));

const server = testServer({ outboxKey: "key" });

test("every route is in the contract, or named here with what guards it", () => {
  const endpoints = Object.values(contract) as Endpoint[];
  const inContract = endpoints.flatMap(({ method, path, siblings = [] }) =>
    [method, ...siblings].map((verb) => `${verb} ${path}`),
  );
  const gets = [...made, ...feeds, ...directoryReads].map((url) => `GET ${url}`);
  const named = new Set([...inContract, ...gets, ...changes, ...Object.keys(others)]);
  expect(found.size).toBeGreaterThan(inContract.length);
  // A form's POST is served by the call whose method it names.
  const overridden = (route: string) =>
    route.startsWith("POST ") && ["PUT", "PATCH", "DELETE"].some((verb) => named.has(route.replace("POST", verb)));
  const strange = [...found].filter((route) => !named.has(route) && !libraries.test(route) && !overridden(route));
  expect(strange).toEqual([]);
  expect([...named].filter((route) => !found.has(route))).toEqual([]);
});

describe("an answer that may be long", () => {
  let world: World;
  let directory: string;
  const id = (url: string) => url.replace(":id", "1").replace(":file", `${"x".repeat(40)}.ics`);
  const ask = (url: string) => {
    const token = url.startsWith("/scim/") ? directory : world.admin.token;
    const headers = { host: world.host, ...(feeds.includes(url) ? {} : { authorization: `Bearer ${token}` }) };
    return server.app.inject({ method: "GET", url: id(url), headers, query: { format: "csv" } });
  };
  beforeAll(async () => {
    world = await server.world();
    directory = (await withDirectory(server, world)).token as string;
    await Promise.all([world.api(world.admin).get("/auth/user"), ask("/scim/v2/Schemas")]);
  });

  /** While this runs, work of the organisation waits. @returns how much of it has begun. */
  async function whileHeld(run: (begun: () => number) => Promise<unknown>): Promise<void> {
    const { unitOfWork } = server.platform;
    let begun = 0;
    let open = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    server.platform.unitOfWork = (async (options, work) => {
      begun += 1;
      await opened;
      return unitOfWork(options, work);
    }) as UnitOfWork;
    try {
      await run(() => begun);
    } finally {
      server.platform.unitOfWork = unitOfWork;
      open();
    }
  }

  test.each([...made, ...feeds, ...directoryLists])("is made one after the other: %s", async (url) => {
    let asked: Promise<unknown>[] = [];
    await whileHeld(async (begun) => {
      asked = [ask(url), ask(url), ask(url)];
      await until("one is made", () => begun() === 1);
      // Were the others let in, they would be there by the time that this is.
      asked.push(world.api(world.employee).get("/auth/user"));
      await until("another call as well", () => begun() === 2);
    });
    await Promise.all(asked);
  });

  test.each([...made, ...feeds, ...directoryReads])(
    "waits while its caller holds as much as they may: %s",
    async (url) => {
      const { answers } = server.app.callers;
      const names = [`${world.tenantId}/${world.admin.id}`, `${world.tenantId}/0`, "127.0.0.1"];
      const places = await Promise.all(names.map((name) => answers.enter(String(world.tenantId), name, () => {})));
      for (const place of places) place.holds(17_000_000);
      let isOver = false;
      const waits = ask(url).finally(() => (isOver = true));
      for (let n = 0; n < 3; n++)
        await world
          .api(world.employee)
          .get("/auth/user")
          .catch(() => null);
      const was = isOver;
      for (const place of places) place.end();
      await waits;
      expect(was).toBe(false);
    },
  );
});

test("who asks whether the process can work while that is looked up is told what comes out", async () => {
  const { database } = server.platform;
  let looks = 0;
  const spy = jest.spyOn(database, "query").mockImplementation(async () => {
    looks += 1;
    return [{ present: 1_000_000 }];
  });
  try {
    const answers = await Promise.all(Array.from({ length: 50 }, () => server.app.inject({ url: "/readyz" })));
    expect([looks, ...new Set(answers.map(({ statusCode }) => statusCode))]).toEqual([1, 200]);
  } finally {
    spy.mockRestore();
  }
});
