import ICAL from "ical.js";
import type { Mail } from "../../server/platform/mail/mail";
import { sendCalendarMails } from "../../workers/bookings/calendar-mails";
import { whileLocked } from "../support/one-at-a-time";
import { testServer } from "../support/server";
import { until } from "../support/until";
import type { World } from "../support/world";
import { ok } from "../tasks/board";
import { at, newRoom } from "./rooms";

const server = testServer();

let world: World;
let room: number;
let mails: Mail[] = [];
let answer: () => void = () => {};
beforeEach(async () => {
  // What files before this one have left in the database would come due in between.
  await server.owner.query("UPDATE booking_invitation SET due_at = NULL, leased_until = NULL");
  world = await server.world();
  room = await newRoom(world, "Zab");
  mails = [];
  answer = () => {};
});

const book = async (more: object = {}, who = world.employee) => {
  const time = { start_date: at("09:00"), end_date: at("10:00") };
  const input = { title: "Rate talks", bookable_type: "room", bookable_id: room, ...time, ...more };
  return ok(await world.api(who).post("/booking", input)).body.data as { id: number; version: number };
};

/** @returns how many went out by what one worker does. */
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

/** Sends everything that is to be told, as if the moment it waits were over. */
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

test("nobody writes to the whole world in the organisation's name: a thousand mails in a day, and no more", async () => {
  const who = world.person("employee");
  const guests = (n: number) => Array.from({ length: 50 }, (_, at) => `g${n}-${at}@outside.example`);
  const day = (n: number) => ({ start_date: at("09:00", n + 1), end_date: at("10:00", n + 1) });
  const api = world.api(await who);
  const input = { title: "You have won", bookable_type: "room", bookable_id: room };
  const first = ok(await api.post("/booking", { ...input, ...day(0), guests: guests(0) })).body.data;
  for (let n = 1; n < 19; n++) ok(await api.post("/booking", { ...input, ...day(n), guests: guests(n) }));
  // Each change is a mail to them as well.
  ok(await api.put(`/booking/${first.id}`, { title: "You have won again" }));
  for (const answer of [
    await api.post("/booking", { ...input, ...day(20), guests: ["one@outside.example"] }),
    await api.put(`/booking/${first.id}`, { title: "And again" }),
    await api.put(`/booking/${first.id}`, { guests: guests(21) }),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([429, "rate.limited"]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(80_000);
  }
  ok(await api.post("/booking", { ...input, ...day(20) }));
  ok(await api.delete(`/booking/${first.id}`));
  await book({ ...day(21), guests: [outside] });
});

test("addresses that are none, colleagues and too many are refused; guests are told to those whom it concerns alone", async () => {
  const input = {
    title: "Talks",
    bookable_type: "room",
    bookable_id: room,
    start_date: at("09:00"),
    end_date: at("10:00"),
  };
  const email = (await world.tx((tx) => tx.manager.query("SELECT email FROM app_user WHERE id = $1", [world.hr.id])))[0]
    .email;
  for (const guests of [["nobody"], [email], Array.from({ length: 51 }, (_, n) => `g${n}@outside.example`), "a@b.c"]) {
    const refused = await world.api(world.employee).post("/booking", { ...input, guests });
    expect([refused.status, Object.keys(refused.body.errors)[0]?.split(/[.[]/)[0]]).toEqual([422, "guests"]);
  }
  const { id } = await book({ guests: [outside.toUpperCase()], private: true });
  expect(ok(await world.api(world.employee).get(`/booking/${id}/guests`)).body.data).toEqual([
    { email: outside, answer: null },
  ]);
  for (const who of [world.finance, world.manager])
    expect((await world.api(who).get(`/booking/${id}/guests`)).body.code).toBe("booking.notYours");
  expect((await world.api(world.external).get(`/booking/${id}/guests`)).status).toBe(403);
  expect((await world.api(world.employee).get("/booking/999999/guests")).status).toBe(404);
  expect((await world.api(world.employee).put(`/booking/${id}`, { guests: [email] })).status).toBe(422);
});

test("people and guests get one UID for life by mail: on invitation, change, move, removal and cancellation", async () => {
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
          start: at("09:00"),
          status: "CONFIRMED",
          attendees: [[`mailto:${mail.to}`, "NEEDS-ACTION"]],
        },
      ],
    });
  }
  expect(await send()).toEqual([]);
  // What a calendar doesn't show is told to nobody's calendar.
  ok(await owner.put(`/booking/${id}`, { private: true }));
  expect(await send()).toEqual([]);
  ok(await owner.put(`/booking/${id}`, { start_date: at("11:00") }));
  ok(await owner.put(`/booking/${id}`, { title: "Rate talks, second round" }));
  const moved = await send();
  expect(moved.map((mail) => parsed(mail))).toEqual([
    expect.objectContaining({ events: [expect.objectContaining({ uid, sequence: 2, start: at("11:00") })] }),
    expect.objectContaining({ events: [expect.objectContaining({ uid, sequence: 2 })] }),
  ]);
  ok(await owner.put(`/booking/${id}`, { guests: [] }));
  const [taken, ...none] = await send();
  expect([taken?.to, parsed(taken).method, parsed(taken).events[0]?.status, none]).toEqual([
    outside,
    "CANCEL",
    "CANCELLED",
    [],
  ]);
  ok(await owner.put(`/booking/${id}`, { guests: [outside] }));
  const [again] = await send();
  expect([parsed(again).method, parsed(again).events]).toEqual([
    "REQUEST",
    [expect.objectContaining({ uid, sequence: 3 })],
  ]);
  ok(await owner.delete(`/booking/${id}`));
  const cancelled = await send();
  expect(cancelled.map((mail) => [parsed(mail).method, parsed(mail).events[0]?.sequence])).toEqual([
    ["CANCEL", 4],
    ["CANCEL", 4],
  ]);
  expect(await send()).toEqual([]);
});

test("whoever has answered has answered, also when others are invited besides; only those are told", async () => {
  const { id } = await book({ guests: [outside] });
  const token = tokenIn((await send()).find(({ to }) => to === outside));
  ok(await world.api().put("/invitation", { token, answer: "accepted" }));
  await send();
  const second = "second@outside.example";
  ok(await world.api(world.employee).put(`/booking/${id}`, { guests: [outside, second] }));
  expect(ok(await world.api(world.employee).get(`/booking/${id}/guests`)).body.data).toEqual([
    { email: outside, answer: "accepted" },
    { email: second, answer: null },
  ]);
  expect((await send()).map(({ to }) => to)).toEqual([second]);
});

test("a series is one mail with all of its dates; one answer of a guest counts for all of them", async () => {
  const { id } = await book({ guests: [outside], participants: [world.hr.id], repeat: "weekly", repeat_count: 3 });
  const sent = await send();
  expect(sent.map((mail) => parsed(mail).events.map(({ start }) => start))).toEqual([
    [at("09:00"), at("09:00", 4), at("09:00", 5)],
    [at("09:00"), at("09:00", 4), at("09:00", 5)],
  ]);
  const token = tokenIn(sent.find(({ to }) => to === outside));
  expect(ok(await world.api().get("/invitation", { query: { token } })).body.data).toMatchObject({
    dates: 3,
    open: true,
  });
  ok(await world.api().put("/invitation", { token, answer: "accepted" }));
  const rows = await world.tx((tx) =>
    tx.manager.query("SELECT answer FROM booking_invitation WHERE email = $1", [outside]),
  );
  expect(rows).toEqual(Array(3).fill({ answer: "accepted" }));
  ok(await world.api(world.employee).put(`/booking/${id}`, { start_date: at("12:00"), scope: "this" }));
  const [one] = (await send()).filter(({ to }) => to === outside);
  expect(parsed(one).events).toEqual([
    expect.objectContaining({ start: at("12:00"), attendees: [[`mailto:${outside}`, "ACCEPTED"]] }),
  ]);
});

test("a link answers its own invitation without a session; a wrong one learns nothing; what is over stays", async () => {
  const elsewhere = await server.world();
  const { id } = await book({ guests: [outside, "other@outside.example"] });
  const [mail] = (await send()).filter(({ to }) => to === outside);
  const token = tokenIn(mail);
  const [number, scope, signed] = token.split(".") as [string, string, string];
  const nobody = world.api();
  for (const wrong of [
    "x",
    `${number}.${scope}`,
    `${Number(number) + 1}.${scope}.${signed}`,
    `${number}.series.${signed}`,
    `${token}.x`,
  ]) {
    for (const refused of [
      await nobody.get("/invitation", { query: { token: wrong } }),
      await nobody.put("/invitation", { token: wrong, answer: "accepted" }),
    ])
      expect([refused.status, refused.body.data]).toEqual([404, undefined]);
  }
  expect((await elsewhere.api().get("/invitation", { query: { token } })).status).toBe(404);
  expect((await nobody.put("/invitation", { token, answer: "perhaps" })).status).toBe(422);
  const shown = ok(await nobody.get("/invitation", { query: { token } })).body.data;
  expect(shown).toMatchObject({ email: outside, title: "Rate talks", place: "Zab, House Zab", answer: null, dates: 1 });
  const mark = server.published.length;
  expect(ok(await nobody.put("/invitation", { token, answer: "declined" })).body.data.answer).toBe("declined");
  expect(world.events(mark).map(({ event }) => event.type)).toContain("booking.answered");
  expect(JSON.stringify(world.events(mark).filter(({ stream }) => stream.startsWith("rooms:")))).not.toContain(outside);
  const told = await world.tx((tx) =>
    tx.manager.query(`SELECT kind, "values" FROM notification WHERE user_id = $1`, [world.employee.id]),
  );
  expect(told).toEqual([
    { kind: "booking.answered", values: { sender: outside, answer: "declined", title: "Rate talks", key: "" } },
  ]);
  expect(await send()).toEqual([]);
  ok(await world.api(world.employee).delete(`/booking/${id}`));
  expect((await nobody.put("/invitation", { token, answer: "accepted" })).body.code).toBe("booking.past");
  expect(ok(await nobody.get("/invitation", { query: { token } })).body.data).toMatchObject({
    cancelled: true,
    open: false,
  });
});

test("who is taken off while their answer waits isn't invited any more", async () => {
  const { id } = await book({ guests: [outside] });
  const token = tokenIn((await send())[0]);
  const [late] = await whileLocked(
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

test("what one worker holds is left alone by another", async () => {
  await book({ guests: [outside] });
  await world.tx((tx) => tx.manager.query("UPDATE booking_invitation SET due_at = now() - interval '1 hour'"));
  const send = () => sentBy(async () => {});
  await world.tx(async (tx) => {
    await tx.manager.query("SELECT FROM booking_invitation FOR UPDATE");
    expect(await send()).toBe(0);
  });
  expect(await send()).toBe(1);
  expect(await send()).toBe(0);
});

test("what changes while a mail goes out is told next; who wants no mails gets none; who asked hears that it was approved", async () => {
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
  ok(await settings.put("/notification/settings", { topics: { bookings: { email: "off" } } }));
  const asked = await newRoom(world, "Board", { auto_approve: false });
  const other = await book({ bookable_id: asked, participants: [world.hr.id] });
  expect(await send()).toEqual([]);
  ok(await world.api(world.admin).put(`/booking/${other.id}/approve`, {}));
  const [mine, ...rest] = await send();
  expect([parsed(mine).method, parsed(mine).events[0]?.status, rest]).toEqual(["REQUEST", "CONFIRMED", []]);
});

test("where a mail server takes its time with one organisation's, another's go out", async () => {
  await book({ guests: [outside] });
  world = await server.world();
  room = await newRoom(world, "Zab");
  await book({ guests: [outside] });
  await server.owner.query("UPDATE booking_invitation SET due_at = now() WHERE due_at IS NOT NULL");
  let sent = 0;
  let takeIt = () => {};
  const taken = new Promise<void>((resolve) => (takeIt = resolve));
  const deliver = () => (++sent === 1 ? taken : Promise.resolve());
  const sending = sentBy(deliver);
  await until("the other's is sent", () => sent === 2);
  takeIt();
  expect(await sending).toBe(2);
});

test("a mail server that refuses is asked again, and given up after its refusal for good", async () => {
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

test("a room's calendar has a secret address that can be renewed; what is private has no words", async () => {
  await book({ private: true, note: "Salaries" });
  await book({ start_date: at("12:00"), end_date: at("13:00") });
  expect((await world.api(world.employee).post(`/room/${room}/calendar-feed`)).status).toBe(403);
  expect((await world.api(world.admin).post("/room/999999/calendar-feed")).status).toBe(404);
  expect((await world.api(world.admin).delete(`/room/${room}/calendar-feed`)).status).toBe(404);
  const make = async () =>
    ok(await world.api(world.admin).post(`/room/${room}/calendar-feed`)).body.data.path as string;
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
  ok(await world.api(world.admin).delete(`/room/${room}/calendar-feed`));
  const logged = await server.owner.query(
    "SELECT kind FROM security_event WHERE tenant_id = $1 AND kind LIKE 'feed%' ORDER BY id",
    [world.tenantId],
  );
  expect(logged.map(({ kind }: { kind: string }) => kind)).toEqual(["feed_created", "feed_created", "feed_ended"]);
  expect((await world.api().get(second)).status).toBe(404);
});
