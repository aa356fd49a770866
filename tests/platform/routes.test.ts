import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { FastifyInstance, RouteOptions } from "fastify";
import type { UnitOfWork } from "../../server/platform/database/unit-of-work";
import { contract } from "../../shared/contract";
import type { Endpoint } from "../../shared/kernel/endpoint";
import { withDirectory } from "../administration/scim/directory";
import { operatorCalls } from "../operations/operator/operator-calls";
import { testServer } from "../support/server";
import { waitUntil } from "../support/wait-until";
import type { World } from "../support/world";

/**
 * Every route of the server is either in the contract, whose calls are guarded centrally, or listed here with its guards. All routes except
 * those marked `free` take a slot of their caller. Long responses run one at a time and count toward the caller's limit until the client
 * has read them.
 */

/** Exported files, generated one at a time per user. */
const generatedFiles = [
  "/accounting/export/:id/file",
  "/analytics/report/file",
  "/audit/changes/export",
  "/audit/security-log/export",
  "/employment-entry/:id/letter",
  "/expense/claim/:id/pdf",
  "/expense/export",
  "/finance/export",
  "/finance/finance-request/:id/pdf",
  "/leave/export/balances",
  "/leave/export/requests",
  "/payment/batch/:id/file",
  "/project/:id/export/file",
  "/reservations/report/export",
  "/payroll/:month/export",
  "/users/export",
];
/** Calendar feeds with a secret URL, one call at a time per feed. */
const feeds = [
  "/leave/calendar/:secretFile",
  "/room/calendar/:secretFile",
  "/booking/calendar/:secretFile",
  "/task/calendar/:secretFile",
  "/views/calendar/:secretFile",
];
/** SCIM lists run one at a time, and all SCIM responses count toward the caller's limit. */
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
 * Static files of the client and the API documentation, streamed; the OpenAPI document is served only to private addresses unless enabled.
 */
const libraries = /^(GET|HEAD) \/(assets\/\*|boot\.js|icon\.svg|push-worker\.js|docs(\/.*)?)$/;
const changes = ["POST /scim/v2/Users", "POST /scim/v2/Groups"].concat(
  ["PUT", "PATCH", "DELETE"].flatMap((method) => [`${method} /scim/v2/Users/:id`, `${method} /scim/v2/Groups/:id`]),
);

/** Operator calls, all of which are tested in tests/operations/operator/access.test.ts. */
const ofOperators = operatorCalls.map(({ method, path }) => `${method} ${path}`);

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

test("every route is in the contract, or listed here with its guards", () => {
  const endpoints = Object.values(contract) as Endpoint[];
  const inContract = endpoints.flatMap(({ method, path, siblings = [] }) =>
    [method, ...siblings].map((verb) => `${verb} ${path}`),
  );
  const gets = [...generatedFiles, ...feeds, ...directoryReads].map((url) => `GET ${url}`);
  const listedRoutes = new Set([...inContract, ...gets, ...changes, ...ofOperators, ...Object.keys(others)]);
  expect(found.size).toBeGreaterThan(inContract.length);
  // POST routes that a form may call with `_method` instead of PUT, PATCH or DELETE.
  const overridden = (route: string) =>
    route.startsWith("POST ") &&
    ["PUT", "PATCH", "DELETE"].some((verb) => listedRoutes.has(route.replace("POST", verb)));
  const strange = [...found].filter(
    (route) => !listedRoutes.has(route) && !libraries.test(route) && !overridden(route),
  );
  expect(strange).toEqual([]);
  expect([...listedRoutes].filter((route) => !found.has(route))).toEqual([]);
});

describe("long responses", () => {
  let world: World;
  let directory: string;
  const id = (url: string) => url.replace(":id", "1").replace(":secretFile", `${"x".repeat(40)}.ics`);
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

  test.each([...generatedFiles, ...feeds, ...directoryLists])("long responses run one at a time: %s", async (url) => {
    let requests: Promise<unknown>[] = [];
    await whileHeld(async (begun) => {
      requests = [ask(url), ask(url), ask(url)];
      await waitUntil("one is made", () => begun() === 1);
      // If the other calls were admitted, they would have begun by now.
      requests.push(world.api(world.employee).get("/auth/user"));
      await waitUntil("another call as well", () => begun() === 2);
    });
    await Promise.all(requests);
  });

  test.each([
    ["more than three words", "/search?q=one+two+three+four", 1],
    ["a filter", "/search?q=one&state=open", 1],
    ["few words", "/search?q=one+two+three", 3],
  ])("searches with %s run up to a number at a time", async (_, url, concurrent) => {
    const search = (): Promise<unknown> => world.api(world.admin).get(url);
    let requests: Promise<unknown>[] = [];
    await whileHeld(async (begun) => {
      requests = [search(), search(), search()];
      await waitUntil("searches begin", () => begun() === concurrent);
      requests.push(world.api(world.employee).get("/auth/user"));
      await waitUntil("another call as well", () => begun() === concurrent + 1);
    });
    await Promise.all(requests);
  });
});

test("files that wait for a child process don't delay long responses", async () => {
  const world = await server.world();
  const { childProcesses } = server.platform;
  const { run } = childProcesses;
  let waiting = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  childProcesses.run = (async (...input: Parameters<typeof run>) => {
    waiting += 1;
    await released;
    return run(...input);
  }) as typeof run;
  try {
    const files = Array.from({ length: 4 }, () => world.api(world.hr).get("/users/export?format=xlsx"));
    files.push(...Array.from({ length: 4 }, () => world.api(world.admin).get("/users/export?format=xlsx")));
    await waitUntil("files wait", () => waiting === 2);
    for (const user of [world.hr, world.admin]) expect((await world.api(user).get("/project/list")).status).toBe(200);
    release();
    expect((await Promise.all(files)).map(({ status }) => status)).toEqual(Array(8).fill(200));
  } finally {
    release();
    childProcesses.run = run;
  }
});

test("concurrent readiness probes share one check", async () => {
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
