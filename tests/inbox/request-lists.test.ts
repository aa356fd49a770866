import type { RequestFamily } from "../../shared/requests/families";
import type { ListedRequestEvent } from "../../shared/approvals/request-lists.events";
import {
  type Asked,
  type ListRules,
  sentList,
  waitingList,
  withDecided,
  withoutWaiting,
  withRequest,
} from "../../shared/approvals/request-lists.rules";
import { desk, equipment } from "../forms/desk";
import { office as financeOffice, requests } from "../finance/office";
import { office as leaveOffice, week } from "../leave/office";
import { familyCalls } from "../../shared/requests/family-calls";
import { at, newRoom } from "../bookings/rooms";
import { testsOf } from "../requests/family-tests";
import { grantedRoom, managed } from "../reservations/asking";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { ok } from "../tasks/board";

// What a person has eight seconds for may take a busy machine longer.
jest.mock("../../shared/approvals/approvals.undo.rules", () => ({ decisionHeldMs: 3_600_000 }));

const server = testServer();

interface Page {
  data: { id: number }[];
  meta: { total: number };
}
interface List {
  path: string;
  asked: Asked;
  /** Nothing where what one has decided is shown: its rows change, and come with a read. */
  rules: ListRules<never> | null;
}

const list = (path: string, rules: unknown, asked: Asked = {}): List => ({
  path,
  asked,
  rules: rules as ListRules<never>,
});
/** Every list that shows requests of a family, as somebody may have it open. */
async function listsOf(family: RequestFamily): Promise<List[]> {
  const { url, asked } = await testsOf(family);
  return asked.map((one) => list(url, familyCalls[family].listRules, one));
}

const inboxes: List[] = [
  list("/approvals/inbox", waitingList),
  list("/approvals/inbox", waitingList, { sort: "newest" }),
  list("/approvals/inbox", waitingList, { family: "leave" }),
  list("/approvals/sent", sentList),
  list("/approvals/sent", sentList, { family: "finance" }),
  list("/approvals/decided", null),
];

const urlOf = ({ path, asked }: List, size: number): string => {
  const query = Object.entries(asked).flatMap(([name, value]) => [value].flat().map((one) => `${name}=${String(one)}`));
  return `${path}?${[...query, `per_page=${size}`].join("&")}`;
};

/** What a screen would show, and whether there is more: null where the list isn't theirs. */
async function read(world: World, person: Person, one: List, size: number): Promise<Page | null> {
  const answer = await world.api(person).get(urlOf(one, size));
  return answer.status === 200 ? { data: answer.body.data, meta: { total: answer.body.meta.total } } : null;
}

/** The events of somebody's stream, on a list, as a client applies them. */
function applied(world: World, mark: number, person: Person, one: List, page: Page): Page {
  let [now] = [page];
  for (const { stream, event } of world.events(mark)) {
    if (stream !== `user:${person.id}`) continue;
    if (event.type === "inbox.removed" && one.rules === (waitingList as unknown)) {
      const [less] = withoutWaiting([now] as never, event.data as never) as unknown as [Page];
      now = { ...less, meta: { total: less.meta.total - (now.data.length - less.data.length) } };
    }
    if (event.type !== "request_list.changed") continue;
    const data = event.data as ListedRequestEvent;
    const ends = now.data.length >= now.meta.total;
    const next = one.rules
      ? withRequest(one.rules, data, one.asked, { pages: [now] as never, ends })
      : withDecided([now] as never, data);
    expect(next).not.toBe("read");
    [now] = next as unknown as [Page];
  }
  return now;
}

/** Reads every list of everybody; then does one thing after the other, and compares what events make of it with a read. */
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

interface Compared {
  people: readonly Person[];
  lists: readonly List[];
  before: readonly (readonly (Page | null)[])[];
  fresh: readonly (readonly (Page | null)[])[];
  size: number;
}

function same(world: World, mark: number, { people, lists, before, fresh, size }: Compared): void {
  for (const [at, person] of people.entries()) {
    for (const [nth, one] of lists.entries()) {
      const page = before[at]?.[nth];
      if (!page) continue;
      const after = fresh[at]?.[nth] as Page;
      const now = applied(world, mark, person, one, page);
      // What one decides just now comes with a read, into what one has decided.
      const known = one.rules ? after : { ...after, data: after.data.filter(({ ...row }) => isIn(page, row)) };
      const told = one.rules ? now : { ...now, meta: after.meta };
      expect([person.fullname, urlOf(one, size), told]).toEqual([person.fullname, urlOf(one, size), known]);
    }
  }
}

const keyOf = (row: unknown) => (row as { request: { id: number }; step: { id: number } }).step.id;
const isIn = (page: Page, row: unknown) => page.data.some((one) => keyOf(one) === keyOf(row));

test("leave: what events make of every list is what a fresh read gives", async () => {
  const world = await server.world();
  const { ask, manager, hr, employee } = await leaveOffice(world, { hrStep: true });
  let id = 0;
  const act =
    (verb: string, as = manager, body = {}) =>
    async () =>
      ok(await as.put(`/leave/leave-request/${id}/${verb}`, body));
  await compare(
    world,
    "leave",
    [world.employee, world.manager, world.hr],
    [
      async () => (id = ok(await ask({ ...week(3), reason: "Trip" })).body.data.id),
      act("request-changes", manager, { note: "Later?" }),
      act("send", employee),
      act("approve"),
      async () => ok(await manager.put(`/approvals/request/${id}/undo`)),
      act("approve"),
      act("approve", hr),
    ],
  );
}, 120_000);

test("finance: sent, decided, cancelled, paid", async () => {
  const world = await server.world();
  const { ask, employee, manager, finance, payer, people } = await financeOffice(world);
  let id = 0;
  const send = async () => (id = ok(await ask({ type: "payment" })).body.data.id);
  const act =
    (verb: string, as: typeof manager, body: object = {}) =>
    async () =>
      ok(await as.put(`${requests}/${id}/${verb}`, body));
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

test("forms: sent, decided, cancelled", async () => {
  const world = await server.world();
  const { publish, fill, manager, employee } = await desk(world);
  const form = await publish(equipment);
  let id = 0;
  const send = async () => (id = ok(await fill(form, { answers: { f1: "c2" } })).body.data.id);
  const act =
    (verb: string, as = manager, body = {}) =>
    async () =>
      ok(await as.put(`/vas/vas-request/${id}/${verb}`, body));
  await compare(
    world,
    "form",
    [world.employee, world.manager, world.hr],
    [send, act("approve"), send, act("reject", manager, { reason: "No" }), send, act("cancel", employee)],
  );
}, 120_000);

test("bookings: sent, moved, decided, taken back, cancelled", async () => {
  const world = await server.world();
  await managed(world);
  const ask = grantedRoom(world, await newRoom(world, "Board room", { auto_approve: false }));
  const [employee, manager] = [world.api(world.employee), world.api(world.manager)];
  let { id, booking } = await ask();
  const act =
    (verb: string, body: object = {}) =>
    async () =>
      ok(await manager.put(`/reservations/request/${id}/${verb}`, body));
  const send = async () => ({ id, booking } = await ask());
  const change = (body: object) => async () => ok(await employee.put(`/booking/${booking}`, body));
  await compare(
    world,
    "booking",
    [world.employee, world.manager, world.hr],
    [
      send,
      change({ title: "Budget" }),
      change({ start_date: at("11:00", 20), end_date: at("12:00", 20) }),
      act("request-changes", { note: "Earlier?" }),
      change({ start_date: at("10:00", 20), end_date: at("11:00", 20) }),
      act("approve"),
      async () => ok(await manager.put(`/approvals/request/${id}/undo`)),
      act("approve"),
      send,
      act("reject", { reason: "No" }),
      send,
      async () => ok(await employee.delete(`/booking/${booking}`)),
    ],
  );
}, 120_000);

test("fifty decisions, one after the other: each row and the number of them", async () => {
  const world = await server.world();
  const { ask, manager } = await financeOffice(world);
  const ids: number[] = [];
  for (let at = 0; at < 60; at++) ids.push(ok(await ask()).body.data.id);
  const decide = async () => {
    for (const id of ids.slice(5, 55)) ok(await manager.put(`${requests}/${id}/approve`));
  };
  await compare(world, "finance", [world.finance, world.manager], [decide]);
}, 120_000);

test("who lost sight of a request isn't told what it is now, nor who never saw it", async () => {
  const world = await server.world();
  const { ask, manager, employee } = await financeOffice(world);
  const stranger = await world.person("employee");
  const { id } = ok(await ask()).body.data;
  const mark = server.published.length;
  ok(await employee.put(`${requests}/${id}/cancel`));
  const told = world.events(mark).filter(({ event }) => event.type === "request_list.changed");
  const readers = told.map(({ stream }) => Number(stream.split(":")[1]));
  expect(readers).toContain(world.employee.id);
  expect(readers).not.toContain(stranger.id);
  expect(readers).not.toContain(world.external.id);
  for (const person of [stranger, world.hr]) {
    const seen = (await world.api(person).get(`${requests}/${id}`)).status === 200;
    expect([person.fullname, readers.includes(person.id)]).toEqual([person.fullname, seen]);
  }
  expect(manager).toBeDefined();
});
