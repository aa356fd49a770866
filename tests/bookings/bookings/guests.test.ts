import { randomUUID } from "node:crypto";
import ICAL from "ical.js";
import type { Mail } from "../../../server/platform/mail/mail";
import { sendCalendarMails } from "../../../workers/bookings/bookings/calendar-mails";
import { runWhileLocked } from "../../support/serialized";
import { claimInvitations } from "../../../workers/bookings/bookings/calendar-mails.sql";
import { testServer } from "../../support/server";
import { expandCalendar } from "../../support/expand-calendar";
import { waitUntil } from "../../support/wait-until";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { wednesdayAt, newRoom } from "./rooms";

const server = testServer();

let world: World;
let room: number;
let mails: Mail[] = [];
let answer: () => void = () => {};
beforeEach(async () => {
  // Invitations left by earlier test files would otherwise become due here.
  await server.owner.query("UPDATE booking_invitation SET due_at = NULL, leased_until = NULL");
  world = await server.world();
  room = await newRoom(world, "Zab");
  mails = [];
  answer = () => {};
});

const book = async (overrides: object = {}, who = world.employee) => {
  const time = { start_date: wednesdayAt("09:00"), end_date: wednesdayAt("10:00") };
  const input = { title: "Rate talks", bookable_type: "room", bookable_id: room, ...time, ...overrides };
  return requireOk(await world.api(who).post("/booking", input)).body.data as { id: number; version: number };
};

async function sentBy(deliver: (mail: Mail) => Promise<void>): Promise<number> {
  const { unitOfWork, log, config } = server.platform;
  return sendCalendarMails({
    unitOfWork,
    workerDatabase: await server.workerDatabase(),
    mailer: { deliver },
    log,
    config,
  });
}

async function send(): Promise<Mail[]> {
  await world.tx((tx) => tx.manager.query("UPDATE booking_invitation SET due_at = now() WHERE due_at IS NOT NULL"));
  mails = [];
  await sentBy(async (mail) => (answer(), void mails.push(mail)));
  return mails.filter((mail) => isOurs(mail));
}
const isOurs = ({ to }: Mail) => to.endsWith(`@${world.host}`) || to.endsWith("@outside.example");

const parsed = (mail: Mail | undefined) => {
  const calendar = new ICAL.Component(ICAL.parse(mail?.calendar?.text ?? ""));
  const events = calendar.getAllSubcomponents("vevent").map((event) => ({
    uid: String(event.getFirstPropertyValue("uid")),
    sequence: Number(event.getFirstPropertyValue("sequence")),
    start: (event.getFirstPropertyValue("dtstart") as ICAL.Time).toJSDate().toISOString(),
    status: String(event.getFirstPropertyValue("status")),
    attendees: event.getAllProperties("attendee").map((each) => [each.getFirstValue(), each.getParameter("partstat")]),
  }));
  return { method: String(calendar.getFirstPropertyValue("method")), events };
};
const tokenIn = (mail: Mail | undefined) => decodeURIComponent(/token=([^&\s]+)/.exec(mail?.text ?? "")?.[1] ?? "");
const outside = "buyer@outside.example";

test("guest mails are limited to a thousand a day per tenant", async () => {
  const who = world.person("employee");
  const guests = (n: number) => Array.from({ length: 50 }, (_, at) => `g${n}-${at}@outside.example`);
  const day = (n: number) => ({ start_date: wednesdayAt("09:00", n + 1), end_date: wednesdayAt("10:00", n + 1) });
  const api = world.api(await who);
  const input = { title: "You have won", bookable_type: "room", bookable_id: room };
  const first = requireOk(await api.post("/booking", { ...input, ...day(0), guests: guests(0) })).body.data;
  for (let n = 1; n < 19; n++) requireOk(await api.post("/booking", { ...input, ...day(n), guests: guests(n) }));
  requireOk(await api.put(`/booking/${first.id}`, { title: "You have won again" }));
  for (const answer of [
    await api.post("/booking", { ...input, ...day(20), guests: ["one@outside.example"] }),
    await api.put(`/booking/${first.id}`, { title: "And again" }),
    await api.put(`/booking/${first.id}`, { guests: guests(21) }),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([429, "rate.limited"]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(80_000);
  }
  requireOk(await api.post("/booking", { ...input, ...day(20) }));
  requireOk(await api.delete(`/booking/${first.id}`));
  await book({ ...day(21), guests: [outside] });
});

test("invalid, internal and too many guests are refused", async () => {
  const input = {
    title: "Talks",
    bookable_type: "room",
    bookable_id: room,
    start_date: wednesdayAt("09:00"),
    end_date: wednesdayAt("10:00"),
  };
  const email = (await world.tx((tx) => tx.manager.query("SELECT email FROM app_user WHERE id = $1", [world.hr.id])))[0]
    .email;
  for (const guests of [["nobody"], [email], Array.from({ length: 51 }, (_, n) => `g${n}@outside.example`), "a@b.c"]) {
    const refused = await world.api(world.employee).post("/booking", { ...input, guests });
    expect([refused.status, Object.keys(refused.body.errors)[0]?.split(/[.[]/)[0]]).toEqual([422, "guests"]);
  }
  const { id } = await book({ guests: [outside.toUpperCase()], private: true });
  expect(requireOk(await world.api(world.employee).get(`/booking/${id}/guests`)).body.data).toEqual([
    { email: outside, answer: null },
  ]);
  for (const who of [world.finance, world.manager])
    expect((await world.api(who).get(`/booking/${id}/guests`)).body.code).toBe("booking.notYours");
  expect((await world.api(world.external).get(`/booking/${id}/guests`)).status).toBe(403);
  expect((await world.api(world.employee).get("/booking/999999/guests")).status).toBe(404);
  expect((await world.api(world.employee).put(`/booking/${id}`, { guests: [email] })).status).toBe(422);
});

test("calendar mails keep one UID for invitation, change, move and cancellation", async () => {
  const { id } = await book({ participants: [world.hr.id], guests: [outside] });
  const owner = world.api(world.employee);
  const first = await send();
  expect(first).toHaveLength(2);
  const [uid] = first.map((mail) => parsed(mail).events[0]?.uid);
  for (const mail of first) {
    expect(parsed(mail)).toEqual({
      method: "REQUEST",
      events: [
        {
          uid,
          sequence: 0,
          start: wednesdayAt("09:00"),
          status: "CONFIRMED",
          attendees: [[`mailto:${mail.to}`, "NEEDS-ACTION"]],
        },
      ],
    });
  }
  expect(await send()).toEqual([]);
  // Changes that calendars don't show aren't mailed.
  requireOk(await owner.put(`/booking/${id}`, { private: true }));
  expect(await send()).toEqual([]);
  requireOk(await owner.put(`/booking/${id}`, { start_date: wednesdayAt("11:00") }));
  requireOk(await owner.put(`/booking/${id}`, { title: "Rate talks, second round" }));
  const moved = await send();
  expect(moved.map((mail) => parsed(mail))).toEqual([
    expect.objectContaining({ events: [expect.objectContaining({ uid, sequence: 2, start: wednesdayAt("11:00") })] }),
    expect.objectContaining({ events: [expect.objectContaining({ uid, sequence: 2 })] }),
  ]);
  requireOk(await owner.put(`/booking/${id}`, { guests: [] }));
  const [cancellation, ...none] = await send();
  expect([cancellation?.to, parsed(cancellation).method, parsed(cancellation).events[0]?.status, none]).toEqual([
    outside,
    "CANCEL",
    "CANCELLED",
    [],
  ]);
  requireOk(await owner.put(`/booking/${id}`, { guests: [outside] }));
  const [again] = await send();
  expect([parsed(again).method, parsed(again).events]).toEqual([
    "REQUEST",
    [expect.objectContaining({ uid, sequence: 3 })],
  ]);
  requireOk(await owner.delete(`/booking/${id}`));
  const cancelled = await send();
  expect(cancelled.map((mail) => [parsed(mail).method, parsed(mail).events[0]?.sequence])).toEqual([
    ["CANCEL", 4],
    ["CANCEL", 4],
  ]);
  expect(await send()).toEqual([]);
});

test("adding guests mails only the new ones and keeps existing answers", async () => {
  const { id } = await book({ guests: [outside] });
  const token = tokenIn((await send()).find(({ to }) => to === outside));
  requireOk(await world.api().put("/invitation", { token, answer: "accepted" }));
  await send();
  const second = "second@outside.example";
  requireOk(await world.api(world.employee).put(`/booking/${id}`, { guests: [outside, second] }));
  expect(requireOk(await world.api(world.employee).get(`/booking/${id}/guests`)).body.data).toEqual([
    { email: outside, answer: "accepted" },
    { email: second, answer: null },
  ]);
  expect((await send()).map(({ to }) => to)).toEqual([second]);
});

test("a series is sent as one mail, and a guest's answer applies to all dates", async () => {
  const { id } = await book({ guests: [outside], participants: [world.hr.id], repeat: "weekly", repeat_count: 3 });
  const sent = await send();
  const startsIn = (mail: Mail | undefined) => expandCalendar(mail?.calendar?.text ?? "").map(({ start }) => start);
  expect(sent.map(startsIn)).toEqual(
    Array(2).fill([wednesdayAt("09:00"), wednesdayAt("09:00", 4), wednesdayAt("09:00", 5)]),
  );
  expect(sent.map((mail) => parsed(mail).events.length)).toEqual([1, 1]);
  const token = tokenIn(sent.find(({ to }) => to === outside));
  expect(requireOk(await world.api().get("/invitation", { query: { token } })).body.data).toMatchObject({
    dates: 3,
    open: true,
  });
  requireOk(await world.api().put("/invitation", { token, answer: "accepted" }));
  const rows = await world.tx((tx) =>
    tx.manager.query("SELECT answer FROM booking_invitation WHERE email = $1", [outside]),
  );
  expect(rows).toEqual(Array(3).fill({ answer: "accepted" }));
  requireOk(await world.api(world.employee).put(`/booking/${id}`, { start_date: wednesdayAt("12:00"), scope: "this" }));
  const [one] = (await send()).filter(({ to }) => to === outside);
  expect(startsIn(one)).toEqual([wednesdayAt("12:00"), wednesdayAt("09:00", 4), wednesdayAt("09:00", 5)]);
  for (const { attendees } of parsed(one).events) expect(attendees).toEqual([[`mailto:${outside}`, "ACCEPTED"]]);

  // All mails have the same UID and increasing sequence numbers.
  const [last] = requireOk(await world.api(world.employee).get("/my-reservations")).body.data.slice(-1) as {
    id: number;
  }[];
  requireOk(await world.api(world.employee).delete(`/booking/${last?.id}`, { scope: "this" }));
  const [some] = (await send()).filter(({ to }) => to === outside);
  requireOk(await world.api(world.employee).delete(`/booking/${id}`, { scope: "all" }));
  const [all] = (await send()).filter(({ to }) => to === outside);
  const messages = [sent.find(({ to }) => to === outside), one, some, all].map(parsed);
  expect(messages.map(({ method }) => method)).toEqual(["REQUEST", "REQUEST", "CANCEL", "CANCEL"]);
  expect(new Set(messages.flatMap(({ events }) => events.map(({ uid }) => uid))).size).toBe(1);
  const numbers = messages.map(({ events }) => events[0]?.sequence ?? 0);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  expect(some?.calendar?.text).toContain(
    `RECURRENCE-ID;TZID=UTC:${wednesdayAt("09:00", 5).slice(0, 10).replaceAll("-", "")}T090000`,
  );
  expect(all?.calendar?.text).not.toContain("RECURRENCE-ID");
});

describe("the link of a series", () => {
  const anonymous = () => world.api();
  let ids: number[];
  let token: string;
  beforeEach(async () => {
    await book({ guests: [outside], repeat: "weekly", repeat_count: 3 });
    const dates = await world.tx((tx) => tx.manager.query("SELECT id FROM booking ORDER BY starts_at"));
    ids = dates.map(({ id }: { id: string }) => Number(id));
    token = tokenIn((await send())[0]);
  });
  const readInvitation = async () => requireOk(await anonymous().get("/invitation", { query: { token } })).body.data;
  const answers = async () =>
    (
      await world.tx((tx) =>
        tx.manager.query(
          "SELECT i.answer FROM booking_invitation i JOIN booking b ON b.id = i.booking_id ORDER BY b.starts_at",
        ),
      )
    ).map(({ answer }: { answer: string | null }) => answer);
  const end = (id: number | undefined) =>
    world.tx((tx) =>
      tx.manager.query(
        "UPDATE booking SET starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' WHERE id = $1",
        [id],
      ),
    );
  const firstDateClosed: [what: string, close: () => Promise<unknown>][] = [
    ["ended", () => end(ids[0])],
    [
      "was cancelled",
      async () => requireOk(await world.api(world.employee).delete(`/booking/${ids[0]}`, { scope: "this" })),
    ],
    [
      "lost the guest",
      async () => requireOk(await world.api(world.employee).put(`/booking/${ids[0]}`, { guests: [], scope: "this" })),
    ],
  ];

  test.each(firstDateClosed)("a series link whose first date %s answers the upcoming dates", async (_, close) => {
    await close();
    const upcoming = { start_date: wednesdayAt("09:00", 4), dates: 2, open: true, cancelled: false };
    expect(await readInvitation()).toMatchObject({ ...upcoming, answer: null });
    const answered = requireOk(await anonymous().put("/invitation", { token, answer: "accepted" })).body.data;
    expect(answered).toMatchObject({ ...upcoming, answer: "accepted" });
    expect(await readInvitation()).toMatchObject({ ...upcoming, answer: "accepted" });
    expect(await answers()).toEqual([null, "accepted", "accepted"]);
  });

  test("a series link is over after its last date, and gone once the guest is removed", async () => {
    for (const id of ids.slice(1))
      requireOk(await world.api(world.employee).delete(`/booking/${id}`, { scope: "this" }));
    await end(ids[0]);
    expect(await readInvitation()).toMatchObject({ open: false, cancelled: false });
    const refused = await anonymous().put("/invitation", { token, answer: "accepted" });
    expect([refused.status, refused.body.code]).toEqual([409, "booking.past"]);
    await world.tx((tx) => tx.manager.query("UPDATE booking_invitation SET withdrawn_at = now()"));
    expect((await anonymous().get("/invitation", { query: { token } })).status).toBe(404);
    expect((await anonymous().put("/invitation", { token, answer: "accepted" })).status).toBe(404);
  });
});

test("an older series without one_event is mailed date by date", async () => {
  const { id } = await book({ guests: [outside], repeat: "weekly", repeat_count: 3 });
  await world.tx((tx) => tx.manager.query("UPDATE booking_series SET one_event = false"));
  const sent = await send();
  expect(sent.map((mail) => parsed(mail).events.length)).toEqual([1, 1, 1]);
  expect(new Set(sent.map((mail) => parsed(mail).events[0]?.uid)).size).toBe(3);
  expect(id).toEqual(expect.any(Number));
});

test("an invitation link works without a session, until the booking ends", async () => {
  const elsewhere = await server.world();
  const { id } = await book({ guests: [outside, "other@outside.example"] });
  const [mail] = (await send()).filter(({ to }) => to === outside);
  const token = tokenIn(mail);
  const [number, scope, signed] = token.split(".") as [string, string, string];
  const anonymous = world.api();
  for (const wrong of [
    "x",
    `${number}.${scope}`,
    `${Number(number) + 1}.${scope}.${signed}`,
    `${number}.series.${signed}`,
    `${token}.x`,
  ]) {
    for (const refused of [
      await anonymous.get("/invitation", { query: { token: wrong } }),
      await anonymous.put("/invitation", { token: wrong, answer: "accepted" }),
    ])
      expect([refused.status, refused.body.data]).toEqual([404, undefined]);
  }
  expect((await elsewhere.api().get("/invitation", { query: { token } })).status).toBe(404);
  expect((await anonymous.put("/invitation", { token, answer: "perhaps" })).status).toBe(422);
  const invitation = requireOk(await anonymous.get("/invitation", { query: { token } })).body.data;
  expect(invitation).toMatchObject({
    email: outside,
    title: "Rate talks",
    place: "Zab, House Zab",
    answer: null,
    dates: 1,
  });
  const mark = server.published.length;
  expect(requireOk(await anonymous.put("/invitation", { token, answer: "declined" })).body.data.answer).toBe(
    "declined",
  );
  expect(world.events(mark).map(({ event }) => event.type)).toContain("booking.answered");
  expect(JSON.stringify(world.events(mark).filter(({ stream }) => stream.startsWith("rooms:")))).not.toContain(outside);
  const stored = await world.tx((tx) =>
    tx.manager.query(`SELECT kind, "values" FROM notification WHERE user_id = $1`, [world.employee.id]),
  );
  expect(stored).toEqual([
    { kind: "booking.answered", values: { sender: outside, answer: "declined", title: "Rate talks", key: "" } },
  ]);
  expect(await send()).toEqual([]);
  requireOk(await world.api(world.employee).delete(`/booking/${id}`));
  expect((await anonymous.put("/invitation", { token, answer: "accepted" })).body.code).toBe("booking.past");
  expect(requireOk(await anonymous.get("/invitation", { query: { token } })).body.data).toMatchObject({
    cancelled: true,
    open: false,
  });
});

test("a guest removed while their answer is processed is no longer invited", async () => {
  const { id } = await book({ guests: [outside] });
  const token = tokenIn((await send())[0]);
  const [late] = await runWhileLocked(
    server,
    world,
    async (tx) => {
      await tx.manager.query("SELECT FROM booking WHERE id = $1 FOR UPDATE", [id]);
      await tx.manager.query("UPDATE booking_invitation SET withdrawn_at = now() WHERE booking_id = $1", [id]);
    },
    [() => world.api().put("/invitation", { token, answer: "accepted" })],
  );
  expect(late?.status).toBe(404);
});

test("a worker skips invitations that another worker has locked", async () => {
  await book({ guests: [outside] });
  await world.tx((tx) => tx.manager.query("UPDATE booking_invitation SET due_at = now() - interval '1 hour'"));
  const send = () => sentBy(async () => {});
  await world.tx(async (tx) => {
    await tx.manager.query("SELECT FROM booking_invitation FOR UPDATE");
    const claim = () => world.tx((other) => other.rows(claimInvitations, [randomUUID()]));
    expect(await claim()).toEqual([]);
  });
  expect(await send()).toBe(1);
  expect(await send()).toBe(0);
});

test("changes made while a mail is being sent are mailed afterwards", async () => {
  const { id } = await book({ guests: [outside] });
  let moved: Promise<unknown> = Promise.resolve();
  answer = () => {
    moved = world.tx((tx) => tx.manager.query("UPDATE booking SET title = 'Anew' WHERE id = $1", [id]));
  };
  await send();
  await moved;
  answer = () => {};
  expect((await send()).map((mail) => parsed(mail).events[0]?.sequence)).toEqual([1]);
  const settings = world.api(world.hr);
  requireOk(await settings.put("/notification/settings", { topics: { bookings: { email: "off" } } }));
  const approvedRoom = await newRoom(world, "Board", { auto_approve: false });
  const other = await book({ bookable_id: approvedRoom, participants: [world.hr.id] });
  expect(await send()).toEqual([]);
  requireOk(await world.api(world.admin).put(`/booking/${other.id}/approve`, {}));
  const [mine, ...rest] = await send();
  expect([parsed(mine).method, parsed(mine).events[0]?.status, rest]).toEqual(["REQUEST", "CONFIRMED", []]);
});

test("a slow mail server for one tenant doesn't delay another tenant's mails", async () => {
  await book({ guests: [outside] });
  world = await server.world();
  room = await newRoom(world, "Zab");
  await book({ guests: [outside] });
  await server.owner.query("UPDATE booking_invitation SET due_at = now() WHERE due_at IS NOT NULL");
  let sent = 0;
  let takeIt = () => {};
  const delivered = new Promise<void>((resolve) => (takeIt = resolve));
  const deliver = () => (++sent === 1 ? delivered : Promise.resolve());
  const sentCount = sentBy(deliver);
  await waitUntil("the other's is sent", () => sent === 2);
  takeIt();
  expect(await sentCount).toBe(2);
});

test("a mail is retried after SMTP code 451 and dropped after 550", async () => {
  await book({ guests: [outside] });
  answer = () => {
    throw Object.assign(new Error("busy"), { responseCode: 451 });
  };
  await send();
  answer = () => {
    throw Object.assign(new Error("unknown"), { responseCode: 550 });
  };
  await send();
  answer = () => {};
  expect(await send()).toEqual([]);
});

test("a room's calendar feed has a renewable secret URL and hides private text", async () => {
  await book({ private: true, note: "Salaries" });
  await book({ start_date: wednesdayAt("12:00"), end_date: wednesdayAt("13:00") });
  expect((await world.api(world.employee).post(`/room/${room}/calendar-feed`)).status).toBe(403);
  expect((await world.api(world.admin).post("/room/999999/calendar-feed")).status).toBe(404);
  expect((await world.api(world.admin).delete(`/room/${room}/calendar-feed`)).status).toBe(404);
  const make = async () =>
    requireOk(await world.api(world.admin).post(`/room/${room}/calendar-feed`)).body.data.path as string;
  const first = await make();
  const second = await make();
  expect((await world.api().get(first)).status).toBe(404);
  expect((await (await server.world()).api().get(second)).status).toBe(404);
  expect((await world.api().get("/room/calendar/nonsense.ics")).status).toBe(404);
  const feed = await world.api().get(second);
  const events = new ICAL.Component(ICAL.parse(feed.text)).getAllSubcomponents("vevent");
  expect(events.map((event) => event.getFirstPropertyValue("summary"))).toEqual(["Busy", "Rate talks"]);
  expect(feed.text).not.toContain("Salaries");
  expect((await world.api().get(second, { headers: { "if-none-match": String(feed.headers.etag) } })).status).toBe(304);
  requireOk(await world.api(world.admin).delete(`/room/${room}/calendar-feed`));
  const logged = await server.owner.query(
    "SELECT kind FROM security_event WHERE tenant_id = $1 AND kind LIKE 'feed%' ORDER BY id",
    [world.tenantId],
  );
  expect(logged.map(({ kind }: { kind: string }) => kind)).toEqual(["feed_created", "feed_created", "feed_ended"]);
  expect((await world.api().get(second)).status).toBe(404);
});
