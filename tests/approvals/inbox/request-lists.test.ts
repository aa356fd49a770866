import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import type { ListedRequestEvent } from "../../../shared/approvals/approvals/request-lists.events";
import {
  type ListQuery,
  type ListRules,
  sentListRules,
  inboxListRules,
  applyRequestToDecided,
  removeFromInbox,
  applyRequestToList,
} from "../../../shared/approvals/approvals/request-lists.rules";
import { formsFixture, equipmentForm } from "../../requests/forms/fixtures";
import { financeFixture as financeOffice, requestsUrl } from "../../requests/finance/fixtures";
import { leaveFixture as leaveOffice, workingWeek } from "../../requests/leave/fixtures";
import { familyCalls } from "../../../shared/family-calls";
import { wednesdayAt, newRoom } from "../../bookings/bookings/rooms";
import { loadFamilyTests } from "../approvals/family-tests";
import { requestRooms, assignManager } from "../../bookings/bookings/fixtures";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

// Extends the undo period of eight seconds, which may be too short on a busy machine.
jest.mock("../../../shared/approvals/approvals/approvals.undo.rules", () => ({ decisionHeldMs: 3_600_000 }));

const server = testServer();

interface Page {
  data: { id: number }[];
  meta: { total: number };
}
interface List {
  path: string;
  asked: ListQuery;
  /** Null for decided lists: their rows change and are read again. */
  rules: ListRules<never> | null;
}

const list = (path: string, rules: unknown, query: ListQuery = {}): List => ({
  path,
  asked: query,
  rules: rules as ListRules<never>,
});
async function listsOf(family: RequestFamily): Promise<List[]> {
  const { url, asked: queries } = await loadFamilyTests(family);
  return queries.map((one) => list(url, familyCalls[family].listRules, one));
}

const inboxes: List[] = [
  list("/approvals/inbox", inboxListRules),
  list("/approvals/inbox", inboxListRules, { sort: "newest" }),
  list("/approvals/inbox", inboxListRules, { family: "leave" }),
  list("/approvals/sent", sentListRules),
  list("/approvals/sent", sentListRules, { family: "finance" }),
  list("/approvals/decided", null),
];

const urlOf = ({ path, asked }: List, size: number): string => {
  const query = Object.entries(asked).flatMap(([name, value]) => [value].flat().map((one) => `${name}=${String(one)}`));
  return `${path}?${[...query, `per_page=${size}`].join("&")}`;
};

async function read(world: World, person: Person, one: List, size: number): Promise<Page | null> {
  const answer = await world.api(person).get(urlOf(one, size));
  return answer.status === 200 ? { data: answer.body.data, meta: { total: answer.body.meta.total } } : null;
}

function applied(world: World, mark: number, person: Person, one: List, page: Page): Page {
  let [now] = [page];
  for (const { stream, event } of world.events(mark)) {
    if (stream !== `user:${person.id}`) continue;
    if (event.type === "inbox.removed" && one.rules === (inboxListRules as unknown)) {
      const [less] = removeFromInbox([now] as never, event.data as never) as unknown as [Page];
      now = { ...less, meta: { total: less.meta.total - (now.data.length - less.data.length) } };
    }
    if (event.type !== "request_list.changed") continue;
    const data = event.data as ListedRequestEvent;
    const ends = now.data.length >= now.meta.total;
    const next = one.rules
      ? applyRequestToList(one.rules, data, one.asked, { pages: [now] as never, ends })
      : applyRequestToDecided([now] as never, data);
    expect(next).not.toBe("read");
    [now] = next as unknown as [Page];
  }
  return now;
}

/** Reads all lists of all users, runs the actions, and compares the lists updated by events with a fresh read. */
async function compare(
  world: World,
  family: RequestFamily,
  people: readonly Person[],
  acts: readonly (() => Promise<unknown>)[],
  size = 100,
): Promise<void> {
  const lists = [...(await listsOf(family)), ...inboxes];
  const readAll = () =>
    Promise.all(people.map((person) => Promise.all(lists.map((one) => read(world, person, one, size)))));
  let before = await readAll();
  for (const act of acts) {
    const mark = server.published.length;
    await act();
    const fresh = await readAll();
    same(world, mark, { people, lists, before, fresh, size });
    before = fresh;
  }
}

interface Comparison {
  people: readonly Person[];
  lists: readonly List[];
  before: readonly (readonly (Page | null)[])[];
  fresh: readonly (readonly (Page | null)[])[];
  size: number;
}

function same(world: World, mark: number, { people, lists, before, fresh, size }: Comparison): void {
  for (const [at, person] of people.entries()) {
    for (const [nth, one] of lists.entries()) {
      const page = before[at]?.[nth];
      if (!page) continue;
      const after = fresh[at]?.[nth] as Page;
      const now = applied(world, mark, person, one, page);
      // New rows of decided lists appear only on the next read.
      const expectedPage = one.rules ? after : { ...after, data: after.data.filter(({ ...row }) => isIn(page, row)) };
      const expected = one.rules ? now : { ...now, meta: after.meta };
      expect([person.fullname, urlOf(one, size), expected]).toEqual([person.fullname, urlOf(one, size), expectedPage]);
    }
  }
}

const keyOf = (row: unknown) => (row as { request: { id: number }; step: { id: number } }).step.id;
const isIn = (page: Page, row: unknown) => page.data.some((one) => keyOf(one) === keyOf(row));

test("leave: lists updated by events equal a fresh read", async () => {
  const world = await server.world();
  const { ask, manager, hr, employee } = await leaveOffice(world, { hrStep: true });
  let id = 0;
  const act =
    (verb: string, as = manager, body = {}) =>
    async () =>
      requireOk(await as.put(`/leave/leave-request/${id}/${verb}`, body));
  await compare(
    world,
    "leave",
    [world.employee, world.manager, world.hr],
    [
      async () => (id = requireOk(await ask({ ...workingWeek(3), reason: "Trip" })).body.data.id),
      act("request-changes", manager, { note: "Later?" }),
      act("send", employee),
      act("approve"),
      async () => requireOk(await manager.put(`/approvals/request/${id}/undo`)),
      act("approve"),
      act("approve", hr),
    ],
  );
}, 120_000);

test("finance: lists updated by events equal a fresh read", async () => {
  const world = await server.world();
  const { ask, employee, manager, finance, payer, people } = await financeOffice(world);
  let id = 0;
  const send = async () =>
    (id = requireOk(
      await ask({
        type: "payment",
        supplier: "Zagros",
        invoice_number: "7",
        invoice_date: "2026-03-01",
        no_file_reason: "Lost",
      }),
    ).body.data.id);
  const act =
    (verb: string, as: typeof manager, body: object = {}) =>
    async () =>
      requireOk(await as.put(`${requestsUrl}/${id}/${verb}`, body));
  await compare(
    world,
    "finance",
    [world.employee, world.manager, world.finance, people.payer],
    [
      send,
      act("reject", manager, { reason: "No" }),
      act("send", employee),
      act("cancel", employee),
      send,
      act("approve", manager),
      act("approve", finance),
      act("pay", payer, { reference: "TRX-1" }),
    ],
  );
}, 120_000);

test("forms: lists updated by events equal a fresh read", async () => {
  const world = await server.world();
  const { publish, fill, manager, employee } = await formsFixture(world);
  const form = await publish(equipmentForm);
  let id = 0;
  const send = async () => (id = requireOk(await fill(form, { answers: { f1: "c2" } })).body.data.id);
  const act =
    (verb: string, as = manager, body = {}) =>
    async () =>
      requireOk(await as.put(`/vas/vas-request/${id}/${verb}`, body));
  await compare(
    world,
    "form",
    [world.employee, world.manager, world.hr],
    [send, act("approve"), send, act("reject", manager, { reason: "No" }), send, act("cancel", employee)],
  );
}, 120_000);

test("bookings: lists updated by events equal a fresh read", async () => {
  const world = await server.world();
  await assignManager(world);
  const ask = requestRooms(world, await newRoom(world, "Board room", { auto_approve: false }));
  const [employee, manager] = [world.api(world.employee), world.api(world.manager)];
  let { id, booking } = await ask();
  const act =
    (verb: string, body: object = {}) =>
    async () =>
      requireOk(await manager.put(`/reservations/request/${id}/${verb}`, body));
  const send = async () => ({ id, booking } = await ask());
  const change = (body: object) => async () => requireOk(await employee.put(`/booking/${booking}`, body));
  await compare(
    world,
    "booking",
    [world.employee, world.manager, world.hr],
    [
      send,
      change({ title: "Budget" }),
      change({ start_date: wednesdayAt("11:00", 20), end_date: wednesdayAt("12:00", 20) }),
      act("request-changes", { note: "Earlier?" }),
      change({ start_date: wednesdayAt("10:00", 20), end_date: wednesdayAt("11:00", 20) }),
      act("approve"),
      async () => requireOk(await manager.put(`/approvals/request/${id}/undo`)),
      act("approve"),
      send,
      act("reject", { reason: "No" }),
      send,
      async () => requireOk(await employee.delete(`/booking/${booking}`)),
    ],
  );
}, 120_000);

test("fifty decisions in a row keep rows and counts correct", async () => {
  const world = await server.world();
  const { ask, manager } = await financeOffice(world);
  const ids: number[] = [];
  for (let at = 0; at < 60; at++) ids.push(requireOk(await ask()).body.data.id);
  const decide = async () => {
    for (const id of ids.slice(5, 55)) requireOk(await manager.put(`${requestsUrl}/${id}/approve`));
  };
  await compare(world, "finance", [world.finance, world.manager], [decide]);
}, 120_000);

test("users who lost or never had access get no request details in events", async () => {
  const world = await server.world();
  const { ask, manager, employee } = await financeOffice(world);
  const stranger = await world.person("employee");
  const { id } = requireOk(await ask()).body.data;
  const mark = server.published.length;
  requireOk(await employee.put(`${requestsUrl}/${id}/cancel`));
  const changes = world.events(mark).filter(({ event }) => event.type === "request_list.changed");
  const readers = changes.map(({ stream }) => Number(stream.split(":")[1]));
  expect(readers).toContain(world.employee.id);
  expect(readers).not.toContain(stranger.id);
  expect(readers).not.toContain(world.external.id);
  for (const person of [stranger, world.hr]) {
    const canRead = (await world.api(person).get(`${requestsUrl}/${id}`)).status === 200;
    expect([person.fullname, readers.includes(person.id)]).toEqual([person.fullname, canRead]);
  }
  expect(manager).toBeDefined();
});
