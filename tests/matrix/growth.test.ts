import { createSchedules } from "../../workers/schedules";
import { createDeliveryDependencies, sendDueDeliveries } from "../../workers/communication/notifications/deliveries";
import { createWorkerContext, type WorkerContext } from "../../workers/platform/features";
import { runConsumers } from "../../workers/platform/process-events";
import type { Schedule } from "../../workers/platform/schedule";
import { freshDatabaseUrl } from "../support/postgres/databases";
import { testServer } from "../support/server";
import { comparePlans } from "../support/statements/plans";
import { rowsReadBy, type StatementWork, measureWorkOf } from "../support/statements/work";
import { emptyLists } from "./empty-lists";
import { type LargeTenant, largeTenant, copiesPerRow } from "./large-tenant";
import { readCalls } from "./read-answers";
import { contractLimits, isPage, replyLists } from "./reply-lists";
import { allCalls, examplePayloadOf, pathWithRecordIds, requestFor } from "./requests";
import { unpagedListLimits } from "./unpaged-lists";
import { statelessConsumers } from "../../workers/work";

/**
 * Measures how GET calls scale when all records are related to the same few records. No statement's work may grow quadratically. Every
 * unpaged list has a limit at which its response is small or serialized sequentially (`long`). Every list of the contract must have members
 * here or a reason in `empty-lists.ts`.
 */
// A separate database: the measured row counts would include other tests' rows.
const server = testServer({ databaseUrl: () => freshDatabaseUrl("growth") });

const longestPage = 200;

interface Answer {
  works: StatementWork[];
  bodies: unknown[];
}

/** Responses and statement statistics of a GET call by two users, with and without its parameters. */
async function answerOf([, endpoint]: (typeof readCalls)[number]): Promise<Answer> {
  const { world, records } = organization;
  const query = Object.entries(examplePayloadOf(endpoint.query, endpoint.example?.query, records));
  const path = pathWithRecordIds(endpoint, records);
  const answer: Answer = { works: [], bodies: [] };
  for (const person of [world.admin, world.employee]) {
    for (const search of query.length > 0 ? [query, []] : [[]]) {
      const queryString = search.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join("&");
      const ask = async () => void answer.bodies.push((await world.api(person).get(`${path}?${queryString}`)).body);
      answer.works.push(...(await measureWorkOf(ask)));
    }
  }
  return answer;
}

function mostOf({ works }: Answer): Map<string, StatementWork> {
  const most = new Map<string, StatementWork>();
  for (const work of works) {
    const largest = most.get(work.name);
    if (!largest || work.rows + work.pages > largest.rows + largest.pages) most.set(work.name, work);
  }
  return most;
}

interface ListSize {
  /** Number of members; `letters` is their serialized length without nested lists, which are measured separately. */
  length: number;
  letters: number;
}

function measure(value: unknown, at: string, into: Map<string, ListSize>): number {
  if (value === null || typeof value !== "object") return JSON.stringify(value ?? null).length;
  if (!Array.isArray(value)) {
    const measureEntry = ([key, inner]: [string, unknown]) => {
      const place = /^\d+$/.test(key) ? "#" : key;
      return key.length + 4 + measure(inner, `${at}.${place}`, into);
    };
    return Object.entries(value).reduce((sum, entry) => sum + measureEntry(entry), 2);
  }
  const letters = value.reduce<number>((sum, inner) => sum + 1 + measure(inner, `${at}[]`, into), 2);
  if (value.length <= longestPage) return letters;
  const previous = into.get(at);
  if (!previous || letters > previous.letters) into.set(at, { length: value.length, letters });
  return 0;
}

let organization: LargeTenant;
const answers = new Map<string, Answer>();
beforeAll(async () => {
  organization = await largeTenant(server);
  for (const read of readCalls) answers.set(read[0], await answerOf(read));
}, 300_000);

// A nested loop over all records would read four times the limit.
test("no statement of a GET call reads over 100 rows and 10 pages per record", () => {
  const squares = [...answers].flatMap(([call, answer]) =>
    [...mostOf(answer).values()].flatMap(({ name, rows, pages }) =>
      rows > 100 * copiesPerRow || pages > 10 * copiesPerRow
        ? [`${call} ${name.slice(0, 60)}: ${rows} rows, ${pages} pages`]
        : [],
    ),
  );
  expect(squares).toEqual([]);
});

/** Statements that read whole indexes, because they cover all tenants or because the fixture relates all rows to one record. */
const wholeIndexes: Record<string, string> = {
  "activity.ofTask": "most events of the fixture are one task's",
  "factory.parked": "an operator's: of all organizations",
  "overview.backlog": "an operator's: the index has only events that wait, of all organizations",
  "tasks.before": "all files of the fixture are at one task",
  "tasks.detail": "all files of the fixture are at one task",
};

test("cached plans are independent of the tenant and read no other tenant's rows", async () => {
  const small = await server.world();
  await server.owner.query("ANALYZE");
  const { differing, whole, comparedCount } = await comparePlans(server.owner, [
    small.tenantId,
    organization.world.tenantId,
  ]);
  expect(comparedCount).toBeGreaterThan(1_300);
  expect(differing).toEqual([]);
  expect(whole.toSorted()).toEqual(Object.keys(wholeIndexes).toSorted());
}, 60_000);

/** Calls whose response is large at its limits. The database serializes the response, so it is measured as a whole. */
const measuredWhole = ["tasks.readBoard", "taskDetail.readTask"];
const shortEnough = 1_000_000;

test("every unpaged list has a limit; those over 1 MB are serialized sequentially", () => {
  const unbounded: string[] = [];
  const long: string[] = [];
  const met = new Set<string>();
  for (const [call, endpoint] of readCalls) {
    const lists = new Map<string, ListSize>();
    for (const body of answers.get(call)?.bodies ?? []) measure(body, call, lists);
    let letters = 0;
    for (const [place, { length, letters: taken }] of lists) {
      met.add(place);
      const most = unpagedListLimits[place] ?? contractLimits.get(place);
      if (most === undefined) unbounded.push(`${place} (${length} of ${Math.round(taken / length)} letters)`);
      else letters += (taken / length) * most;
    }
    if (letters > shortEnough && !endpoint.expensive && !measuredWhole.includes(call))
      long.push(`${call}: ${Math.round(letters)}`);
  }
  expect({ unbounded, long }).toEqual({ unbounded: [], long: [] });
  expect(Object.keys(unpagedListLimits).filter((place) => !met.has(place))).toEqual([]);
});

function notEmpty(value: unknown, at: string, into: Set<string>): Set<string> {
  if (value === null || typeof value !== "object") return into;
  if (Array.isArray(value)) {
    if (value.length > 0) into.add(at);
    for (const inner of value) notEmpty(inner, `${at}[]`, into);
  } else {
    for (const [key, inner] of Object.entries(value)) notEmpty(inner, `${at}.${key}`, into);
  }
  return into;
}

async function workerContext(world?: Pick<LargeTenant["world"], "tenantId">): Promise<WorkerContext> {
  const { config, files, log, unitOfWork } = server.platform;
  const workerDatabase = await (world ? server.workerDatabase(world) : server.workerDatabase());
  return createWorkerContext({ config, files, log, unitOfWork, workerDatabase }).context;
}

/** Without the schedules of services, which continue in the background. */
async function schedules(): Promise<Schedule[]> {
  const none: Schedule = { name: "none", every: { everyMs: 1_000 }, run: async () => undefined };
  const service = () => ({ schedule: none }) as never;
  return createSchedules({ ...(await workerContext(organization.world)), service });
}

const eventsOfOne = 4_000;

/** Creates a notification with many undelivered events for one user; mail and push of each event are retried. */
async function neverSent(): Promise<number> {
  const { tenantId, employee } = organization.world;
  await server.owner.query("DELETE FROM notification_delivery");
  const [{ id }] = await server.owner.query<[{ id: number }]>(
    `INSERT INTO notification (tenant_id, user_id, kind, "values", path, subject)
     VALUES ($1, $2, 'test', '{}', '/', '') RETURNING id`,
    [tenantId, employee.id],
  );
  await server.owner.query(
    `WITH told AS (
       INSERT INTO notification_event (tenant_id, user_id, notification_id, "values", path)
       SELECT $1, $2, $3, '{}', '/' FROM generate_series(1, $4) RETURNING id
     ), browser AS (
       INSERT INTO push_subscription (tenant_id, user_id, session_id, endpoint, p256dh, auth)
       VALUES ($1, $2, $5, 'https://fcm.googleapis.com/never', 'x', 'x') RETURNING id
     ), ways AS (SELECT 'push' AS channel, id FROM browser UNION ALL SELECT 'mail', NULL)
     INSERT INTO notification_delivery (tenant_id, user_id, channel, notification_id, subscription_id, due_at, attempts, events_to, outcome)
     SELECT $1, $2, channel, $3, ways.id, now() + make_interval(hours => (told.id % 200)::int), 1, told.id, 'later' FROM told, ways`,
    [tenantId, employee.id, id, eventsOfOne, employee.sessionId],
  );
  await server.owner.query("ANALYZE notification_event, notification_delivery");
  return id;
}

test("sending a notification with hundreds of events reads under a quarter of them", async () => {
  const id = await neverSent();
  const mailer = { deliver: () => Promise.resolve() };
  const dependencies = { ...createDeliveryDependencies(await workerContext()), mailer };
  expect(await rowsReadBy(() => sendDueDeliveries(dependencies))).toBeLessThan(eventsOfOne / 4);
  // Removes the notification, since its many events would distort the planner's statistics for the other tests.
  await server.owner.query("DELETE FROM notification_event WHERE notification_id = $1", [id]);
  await server.owner.query("DELETE FROM notification WHERE id = $1", [id]);
  await server.owner.query("ANALYZE notification_event, notification_delivery, notification");
});

/** Excludes calls that end the caller's session or start viewing as another user, and payment pages that call the provider. */
const leftOut = /^(session|password|secondFactor|register|viewing|closing|subscription|signOn)|signOut|toggleUser/i;
const isLast = (method: string, name: string) =>
  method === "DELETE" ? 2 : /archive|delete|cancel|withdraw|complete/i.test(name) ? 1 : 0;

const rowsEach = 100;
const metInChanges = new Set<string>();
/** Schedules that read users × leave types in batches of some hundred users; no tenant has many of both. */
const productsByTheClock = ["leave-allowances"];

// Runs last, since it deletes records that the other tests read.
test("no changing call, consumer or schedule reads over 100 rows per record", async () => {
  const { world, records } = organization;
  const greedy: string[] = [];
  const read = async (what: string, run: () => Promise<unknown>) => {
    const rows = await rowsReadBy(run);
    if (rows > rowsEach * copiesPerRow) greedy.push(`${what}: ${rows} rows`);
  };
  const changing = allCalls
    .filter(([name, { method, readOnly }]) => !(method === "GET" && readOnly) && !leftOut.test(name))
    .toSorted(([a, { method: x }], [b, { method: y }]) => isLast(x, a) - isLast(y, b));
  const mark = server.published.length;
  for (const [name, endpoint] of changing) {
    // Restarts the timer: an older timer would be logged as time instead of being discarded.
    if (name === "timer.startTimer") await server.owner.query("UPDATE timer SET started_at = now()");
    for (const person of [world.manager, world.admin])
      await read(name, async () => {
        notEmpty((await world.api(person).send(requestFor(endpoint, records))).body, name, metInChanges);
      });
  }
  const events = world.events(mark);
  expect(events.length).toBeGreaterThan(200);
  for (const item of events.slice(0, 400))
    await read(item.event.type, () => world.tx((tx) => runConsumers(tx, statelessConsumers, [item])));
  for (const schedule of await schedules()) {
    if (!productsByTheClock.includes(schedule.name)) await read(schedule.name, () => schedule.run());
  }
  expect(greedy).toEqual([]);
}, 300_000);

test("every response list has members in some response or a reason to stay empty", () => {
  const met = new Set(metInChanges);
  for (const [call, { bodies }] of answers) for (const body of bodies) notEmpty(body, call, met);
  const empty = replyLists().flatMap((places) =>
    places.some((place) => met.has(place) || isPage(place)) ? [] : places.slice(0, 1),
  );
  expect(empty.filter((place) => !emptyLists.has(place))).toEqual([]);
  expect([...emptyLists].filter((place) => !empty.includes(place))).toEqual([]);
});
