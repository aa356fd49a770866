import { schedulesOf } from "../../workers/by-the-clock";
import { consumers } from "../../workers/consumers";
import { sendDue } from "../../workers/notifications/deliveries";
import { openDeliveryOffice } from "../../workers/notifications/notifications.work";
import { runConsumers } from "../../workers/platform/process-events";
import type { Schedule } from "../../workers/platform/schedule";
import { freshDatabaseUrl } from "../support/postgres/databases";
import { testServer } from "../support/server";
import { plansOf } from "../support/statements/plans";
import { rowsReadBy, type StatementWork, workOf } from "../support/statements/work";
import { emptyLists } from "./empty-lists";
import { type Grown, grown, many } from "./grown";
import { reads } from "./read-answers";
import { isPage, replyLists } from "./reply-lists";
import { everyCall, exampleOf, pathWith, requestFor } from "./requests";
import { wholeLists } from "./whole-lists";

/**
 * What happens to reading calls as an organisation grows: no statement's work grows with the square of its records, all of which are about
 * the same few here; and every list that is answered whole has a bound, at which its answer is small, or made one after the other (`long`).
 * Every list of the contract is met with members in it, or it is said why it can't be long (`empty-lists.ts`).
 */
// Of its own: what is counted is rows that are come to, and other tests' would be among them.
const server = testServer({ databaseUrl: () => freshDatabaseUrl("growth") });

/** Longest page of lists that have pages. */
const longestPage = 200;

interface Answer {
  works: StatementWork[];
  bodies: unknown[];
}

/** What a reading call answers and does, as two people with and without its parameters. */
async function answerOf([, endpoint]: (typeof reads)[number]): Promise<Answer> {
  const { world, records } = organisation;
  const query = Object.entries(exampleOf(endpoint.query, endpoint.example?.query, records));
  const path = pathWith(endpoint, records);
  const answer: Answer = { works: [], bodies: [] };
  for (const person of [world.admin, world.employee]) {
    for (const search of query.length > 0 ? [query, []] : [[]]) {
      const given = search.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join("&");
      const ask = async () => void answer.bodies.push((await world.api(person).get(`${path}?${given}`)).body);
      answer.works.push(...(await workOf(ask)));
    }
  }
  return answer;
}

/** Of each statement of a call, the most that it did at once. */
function mostOf({ works }: Answer): Map<string, StatementWork> {
  const most = new Map<string, StatementWork>();
  for (const work of works) {
    const known = most.get(work.name);
    if (!known || work.rows + work.pages > known.rows + known.pages) most.set(work.name, work);
  }
  return most;
}

interface Measured {
  /** Members, and letters of all of them without the lists in them that have a line of their own. */
  length: number;
  letters: number;
}

/** Lists of an answer that are longer than any page, by their place. @returns letters of what is left. */
function measure(value: unknown, at: string, into: Map<string, Measured>): number {
  if (value === null || typeof value !== "object") return JSON.stringify(value ?? null).length;
  if (!Array.isArray(value)) {
    const named = ([key, inner]: [string, unknown]) => {
      const place = /^\d+$/.test(key) ? "#" : key;
      return key.length + 4 + measure(inner, `${at}.${place}`, into);
    };
    return Object.entries(value).reduce((sum, entry) => sum + named(entry), 2);
  }
  const letters = value.reduce<number>((sum, inner) => sum + 1 + measure(inner, `${at}[]`, into), 2);
  if (value.length <= longestPage) return letters;
  const known = into.get(at);
  if (!known || letters > known.letters) into.set(at, { length: value.length, letters });
  return 0;
}

let organisation: Grown;
const answers = new Map<string, Answer>();
beforeAll(async () => {
  organisation = await grown(server);
  for (const read of reads) answers.set(read[0], await answerOf(read));
}, 300_000);

// What looks at each record once for each other one reads their square, which is four times as much.
test("no statement of a reading call does more work than a hundred rows and ten pages for each record", () => {
  const squares = [...answers].flatMap(([call, answer]) =>
    [...mostOf(answer).values()].flatMap(({ name, rows, pages }) =>
      rows > 100 * many || pages > 10 * many ? [`${call} ${name.slice(0, 60)}: ${rows} rows, ${pages} pages`] : [],
    ),
  );
  expect(squares).toEqual([]);
});

/** They look at everybody's, or the fixture has all of them at one record. */
const wholeIndexes: Record<string, string> = {
  "activity.ofTask": "most events of the fixture are one task's",
  "factory.parked": "an operator's: of all organisations",
  "tasks.before": "all files of the fixture are at one task",
  "tasks.detail": "all files of the fixture are at one task",
};

test("a plan that a connection keeps is the same whichever organisation is served as it is made, and looks at no other's rows", async () => {
  const small = await server.world();
  await server.owner.query("ANALYZE");
  const { differing, whole, known } = await plansOf(server.owner, [small.tenantId, organisation.world.tenantId]);
  expect(known).toBeGreaterThan(1_300);
  expect(differing).toEqual([]);
  expect(whole.toSorted()).toEqual(Object.keys(wholeIndexes).toSorted());
}, 60_000);

/** Their answers are megabytes at their bounds, and made in a hurry all the same: the database writes them, and they are measured. */
const measuredWhole = ["tasks.readBoard", "taskDetail.readTask"];
const shortEnough = 1_000_000;

test("every list that is answered whole has a bound; what is longer than a megabyte then is made one after the other", () => {
  const unbounded: string[] = [];
  const long: string[] = [];
  const met = new Set<string>();
  for (const [call, endpoint] of reads) {
    const lists = new Map<string, Measured>();
    for (const body of answers.get(call)?.bodies ?? []) measure(body, call, lists);
    let letters = 0;
    for (const [place, { length, letters: taken }] of lists) {
      met.add(place);
      const most = wholeLists[place];
      if (most === undefined) unbounded.push(`${place} (${length} of ${Math.round(taken / length)} letters)`);
      else letters += (taken / length) * most;
    }
    if (letters > shortEnough && !endpoint.long && !measuredWhole.includes(call))
      long.push(`${call}: ${Math.round(letters)}`);
  }
  expect({ unbounded, long }).toEqual({ unbounded: [], long: [] });
  expect(Object.keys(wholeLists).filter((place) => !met.has(place))).toEqual([]);
});

/** Lists that have members in an answer, by their place. */
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

/** Everything that runs by the clock in tenants; files and exports have processes of their own. */
async function schedules(): Promise<Schedule[]> {
  const { config, log, unitOfWork } = server.platform;
  const workerDatabase = await server.workerDatabase(organisation.world);
  const options = { config, log, unitOfWork, workerDatabase };
  const none: Schedule = { name: "none", every: { everyMs: 1_000 }, run: async () => undefined };
  const makers = { previews: { schedule: () => none }, loose: { schedule: () => none }, archiver: { schedule: none } };
  const office = openDeliveryOffice(config, options);
  return schedulesOf(options, { ...makers, exporter: { schedule: none }, office });
}

const eventsOfOne = 4_000;

/** Something that is told one person again and again, and never arrives: mail and push of each event are tried again. */
async function neverSent(): Promise<number> {
  const { tenantId, employee } = organisation.world;
  await server.owner.query("DELETE FROM notification_delivery"); // those of all else
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

test("sending what was told somebody hundreds of times, and never arrived, reads neither all of it nor all that was tried", async () => {
  const id = await neverSent();
  const { config, log, unitOfWork } = server.platform;
  const workshop = { log, unitOfWork, workerDatabase: await server.workerDatabase() };
  const office = { ...openDeliveryOffice(config, workshop), mailer: { deliver: () => Promise.resolve() } };
  expect(await rowsReadBy(() => sendDue(office))).toBeLessThan(eventsOfOne / 4);
  // One that has nearly all events there are would mislead the database about the others.
  await server.owner.query("DELETE FROM notification_event WHERE notification_id = $1", [id]);
  await server.owner.query("DELETE FROM notification WHERE id = $1", [id]);
  await server.owner.query("ANALYZE notification_event, notification_delivery, notification");
});

/** What ends whoever asks, or shows them somebody else's eyes; and a page of payments that asks another program. */
const leftOut = /^(session|password|secondFactor|register|viewing|closing|subscription|signOn)|signOut|toggleUser/i;
const isLast = (method: string, name: string) =>
  method === "DELETE" ? 2 : /archive|delete|cancel|withdraw|complete/i.test(name) ? 1 : 0;

const rowsEach = 100;
/** Lists with members in the answers of changing calls. */
const metInChanges = new Set<string>();
/** Each kind of leave of each person, some hundred people at a time: the two don't grow together. */
const productsByTheClock = ["leave-allowances"];

// Last, since it takes away what the others ask about.
test("no transaction of a changing call, of what hears of it, or of what runs by the clock comes to more than a hundred rows for each record", async () => {
  const { world, records } = organisation;
  const greedy: string[] = [];
  const read = async (what: string, run: () => Promise<unknown>) => {
    const rows = await rowsReadBy(run);
    if (rows > rowsEach * many) greedy.push(`${what}: ${rows} rows`);
  };
  const changing = everyCall
    .filter(([name, { method, readOnly }]) => !(method === "GET" && readOnly) && !leftOut.test(name))
    .toSorted(([a, { method: x }], [b, { method: y }]) => isLast(x, a) - isLast(y, b));
  const mark = server.published.length;
  for (const [name, endpoint] of changing) {
    // What has run for a minute by now would be booked, and nothing of it left out.
    if (name === "timer.startTimer") await server.owner.query("UPDATE timer SET started_at = now()");
    for (const person of [world.manager, world.admin])
      await read(name, async () => {
        notEmpty((await world.api(person).send(requestFor(endpoint, records))).body, name, metInChanges);
      });
  }
  const events = world.events(mark);
  expect(events.length).toBeGreaterThan(200);
  for (const item of events.slice(0, 400))
    await read(item.event.type, () => world.tx((tx) => runConsumers(tx, consumers, [item])));
  for (const schedule of await schedules()) {
    if (!productsByTheClock.includes(schedule.name)) await read(schedule.name, () => schedule.run());
  }
  expect(greedy).toEqual([]);
}, 300_000);

test("every list of every reply has had members in one of these answers, or it is said why it can't be long", () => {
  const met = new Set(metInChanges);
  for (const [call, { bodies }] of answers) for (const body of bodies) notEmpty(body, call, met);
  const empty = replyLists().flatMap((places) =>
    places.some((place) => met.has(place) || isPage(place)) ? [] : places.slice(0, 1),
  );
  expect(empty.filter((place) => !emptyLists.has(place))).toEqual([]);
  expect([...emptyLists].filter((place) => !empty.includes(place))).toEqual([]);
});
