import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ICAL from "ical.js";
import { UserEntity } from "../../../server/people/people/user.entity";
import { sql } from "../../../server/platform/database/unit-of-work";
import { processWaitingRequests } from "../../../workers/approvals/approvals/waiting";
import { wednesdayAt } from "./rooms";
import { notificationsSince, runWorkerAfter } from "../../communication/notifications/worker";
import { calendarFaults } from "../../support/icalendar";
import { freshDatabaseUrl } from "../../support/postgres/databases";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { assignManager, requestOfBooking } from "./fixtures";
import { calendarMails } from "./outbox";

// Extends the undo period of eight seconds, as a busy machine may need more time.
jest.mock("../../../shared/approvals/approvals/approvals.undo.rules", () => ({ decisionHeldMs: 3_600_000 }));

// A separate database: the mailer processes all tenants, and other tests have hundreds of calendars.
const server = testServer({ databaseUrl: () => freshDatabaseUrl("calendars") });
let world: World;
let wheel: Person;
let assignment: { car_id: number; driver_id: number };
let folder: string;
let feeds: Map<number, string>;
beforeEach(async () => {
  world = await server.world();
  wheel = await world.person("employee", { fullname: "Wali Wheel" });
  await assignManager(world);
  const car = { name: "Ford Transit", type: "minibus", plate_number: "22 E 4417", seats: 9 };
  assignment = {
    car_id: await post("/car", car),
    driver_id: await post("/driver", { user_id: wheel.id, phone_number: "+964 750 123 4567" }),
  };
  folder = await mkdtemp(join(tmpdir(), "calendar-mails-"));
  uids = new Set();
  feeds = new Map();
  for (const person of [world.employee, world.hr, wheel]) {
    const createdFeed = requireOk(await world.api(person).post("/leave/calendar-feed", { scope: "own" })).body.data;
    feeds.set(person.id, createdFeed.path);
  }
});
afterEach(() => rm(folder, { recursive: true }));

const post = async (url: string, body: object) =>
  requireOk(await world.api(world.admin).post(url, body)).body.data.id as number;
const manager = () => world.api(world.manager);
const employee = () => world.api(world.employee);

async function requestedBooking(overrides: object = {}) {
  const trip = { bookable_type: "car", car_type: "minibus", title: "Erbil to Duhok", to_place: "Duhok", seats: 5 };
  const when = { start_date: wednesdayAt("07:00"), end_date: wednesdayAt("09:00") };
  const body = { ...trip, ...when, driver_needed: true, participants: [world.hr.id], ...overrides };
  const id = requireOk(await employee().post("/booking", body)).body.data.id as number;
  return { id, request: await requestOfBooking(world, id) };
}

/** All UIDs under which calendars received a booking. */
let uids: Set<string>;

/** Returns the calendar's method and its events as lines of text. */
function read(text: string) {
  expect(calendarFaults(`${text.trimEnd().replace(/\r?\n/g, "\r\n")}\r\n`)).toEqual([]); // mails have other line ends
  const calendar = new ICAL.Component(ICAL.parse(text));
  const lines = calendar.getAllSubcomponents("vevent").map((event) => {
    const value = (name: string) => event.getFirstPropertyValue(name);
    uids.add(String(value("uid")));
    const start = (value("dtstart") as ICAL.Time).toJSDate().toISOString().slice(11, 16);
    return [value("sequence"), value("status"), start, value("summary"), value("description") ?? "-"].join(" | ");
  });
  return { method: String(calendar.getFirstPropertyValue("method")), lines };
}

async function mails() {
  const found: Record<string, string> = {};
  for (const { firstName, subject, declared, calendar } of await calendarMails(server, world, folder)) {
    const { method, lines } = read(calendar);
    expect(declared).toBe(method);
    found[firstName] = [subject, method, ...lines].join(" | ");
  }
  return found;
}

async function feedOf(person: Person): Promise<string[]> {
  const feed = await world.api().get(feeds.get(person.id) as string);
  const { method, lines } = read(feed.text);
  expect(method).toBe("PUBLISH");
  return lines;
}

const approve = (request: number) => manager().put(`/reservations/request/${request}/approve`, assignment);
const trip = "Ford Transit (22 E 4417) · Wali Wheel · +964 750 123 4567";

test("calendars follow a car request: approved, moved, approved again, cancelled", async () => {
  const { id, request } = await requestedBooking();
  expect(await mails()).toEqual({
    Hana: "Emil Employee invites you: Erbil to Duhok | REQUEST | 0 | TENTATIVE | 07:00 | Erbil to Duhok | -",
  });
  expect(await feedOf(world.employee)).toEqual(["0 | TENTATIVE | 07:00 | Erbil to Duhok | -"]);
  expect(await feedOf(wheel)).toEqual([]);

  requireOk(await approve(request));
  expect(await mails()).toEqual({
    Emil: `Approved: Erbil to Duhok | REQUEST | 1 | CONFIRMED | 07:00 | Erbil to Duhok | ${trip}`,
    Hana: `Changed: Erbil to Duhok | REQUEST | 1 | CONFIRMED | 07:00 | Erbil to Duhok | ${trip}`,
    Wali: `You are the driver: Erbil to Duhok | REQUEST | 1 | CONFIRMED | 07:00 | Erbil to Duhok | ${trip}`,
  });
  for (const person of [world.employee, world.hr, wheel])
    expect(await feedOf(person)).toEqual([`1 | CONFIRMED | 07:00 | Erbil to Duhok | ${trip}`]);

  requireOk(
    await employee().put(`/booking/${id}`, { start_date: wednesdayAt("10:00"), end_date: wednesdayAt("12:00") }),
  );
  const moved = "Changed: Erbil to Duhok | REQUEST | 2 | TENTATIVE | 10:00 | Erbil to Duhok | -";
  const cancellation =
    "You are no longer the driver: Erbil to Duhok | CANCEL | 2 | CANCELLED | 10:00 | Erbil to Duhok | -";
  expect(await mails()).toEqual({ Emil: moved, Hana: moved, Wali: cancellation });
  expect([await feedOf(world.employee), await feedOf(wheel)]).toEqual([
    ["2 | TENTATIVE | 10:00 | Erbil to Duhok | -"],
    [],
  ]);

  requireOk(await approve(request));
  const again = `Changed: Erbil to Duhok | REQUEST | 3 | CONFIRMED | 10:00 | Erbil to Duhok | ${trip}`;
  const drives = again.replace("Changed", "You are the driver");
  expect(await mails()).toEqual({ Emil: again, Hana: again, Wali: drives });
  expect(await feedOf(wheel)).toEqual([`3 | CONFIRMED | 10:00 | Erbil to Duhok | ${trip}`]);

  requireOk(await employee().delete(`/booking/${id}`));
  const cancellationMails = await mails();
  expect(Object.keys(cancellationMails).sort()).toEqual(["Emil", "Hana", "Wali"]);
  for (const line of Object.values(cancellationMails))
    expect(line).toMatch(/^Cancelled: Erbil to Duhok \| CANCEL \| 4 \| CANCELLED \| 10:00/);
  expect(await mails()).toEqual({});
  for (const person of [world.employee, world.hr, wheel]) expect(await feedOf(person)).toEqual([]);
  expect(uids.size).toBe(1);
});

test("a rejected request is removed from invitees' calendars", async () => {
  const { request } = await requestedBooking();
  await mails();
  requireOk(await manager().put(`/reservations/request/${request}/reject`, { reason: "No fuel" }));
  expect(await mails()).toEqual({
    Hana: "Cancelled: Erbil to Duhok | CANCEL | 1 | CANCELLED | 07:00 | Erbil to Duhok | -",
  });
  for (const person of [world.employee, world.hr, wheel]) expect(await feedOf(person)).toEqual([]);
  expect(uids.size).toBe(1);
});

test("a request approved, moved, then rejected is removed from its owner's calendar", async () => {
  const { id, request } = await requestedBooking({ participants: [] });
  expect(await mails()).toEqual({});
  requireOk(await approve(request));
  await mails();
  requireOk(
    await employee().put(`/booking/${id}`, { start_date: wednesdayAt("10:00"), end_date: wednesdayAt("12:00") }),
  );
  requireOk(await manager().put(`/reservations/request/${request}/reject`, { reason: "No fuel" }));
  // Changes in quick succession are sent as one mail.
  expect(await mails()).toEqual({
    Emil: "Cancelled: Erbil to Duhok | CANCEL | 3 | CANCELLED | 10:00 | Erbil to Duhok | -",
    Wali: "You are no longer the driver: Erbil to Duhok | CANCEL | 3 | CANCELLED | 10:00 | Erbil to Duhok | -",
  });
  expect([await feedOf(world.employee), await feedOf(wheel), uids.size]).toEqual([[], [], 1]);
});

test("an approval undone before its mail is sent sends no calendar mail", async () => {
  const { request } = await requestedBooking({ participants: [] });
  requireOk(await approve(request));
  requireOk(await manager().put(`/approvals/request/${request}/undo`));
  expect(await mails()).toEqual({});
  requireOk(await approve(request));
  expect(await mails()).toEqual({
    Emil: `Approved: Erbil to Duhok | REQUEST | 3 | CONFIRMED | 07:00 | Erbil to Duhok | ${trip}`,
    Wali: `You are the driver: Erbil to Duhok | REQUEST | 3 | CONFIRMED | 07:00 | Erbil to Duhok | ${trip}`,
  });
});

const updateBookingTimes = sql(
  "test.beginsSoon",
  "UPDATE booking SET starts_at = $2, ends_at = $3 WHERE tenant_id = current_tenant() AND id = $1",
);
const updateStepSince = sql(
  "test.askedForHours",
  "UPDATE request_step SET since = $2 WHERE tenant_id = current_tenant() AND request_id = $1",
);

test("escalation sends no calendar mail; the next approver's decision does", async () => {
  const now = Date.now();
  const hours = (count: number) => new Date(now + count * 3_600_000);
  const above = await world.person("manager", { fullname: "Anna Above" });
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.manager.id }, { managerId: above.id }));
  const { id, request } = await requestedBooking();
  await world.tx((tx) => tx.rows(updateBookingTimes, [id, hours(1), hours(2)]));
  await world.tx((tx) => tx.rows(updateStepSince, [request, hours(-2)]));
  await mails();
  const before = await feedOf(world.employee);
  const mark = server.published.length;
  await runWorkerAfter(server, world, () =>
    processWaitingRequests(server.platform.unitOfWork, world.tenantId, new Date(now)),
  );
  const notified = notificationsSince(world, mark).map(({ user, kind }) => `${kind} ${user}`);
  expect(notified.sort()).toEqual([
    `request.escalated ${world.employee.id}`,
    `request.passedOn ${above.id}`,
    `request.passedOver ${world.manager.id}`,
  ]);
  expect([await mails(), await feedOf(world.employee)]).toEqual([{}, before]);
  expect((await manager().put(`/reservations/request/${request}/approve`, assignment)).status).toBe(403);
  requireOk(await world.api(above).put(`/reservations/request/${request}/approve`, assignment));
  expect(await mails()).toEqual({
    Emil: expect.stringMatching(/^Approved: Erbil to Duhok \| REQUEST \| 2 \| CONFIRMED/),
    Hana: expect.stringMatching(/^Changed: Erbil to Duhok \| REQUEST \| 2 \| CONFIRMED/),
    Wali: expect.stringMatching(/^You are the driver: Erbil to Duhok \| REQUEST \| 2 \| CONFIRMED/),
  });
  expect(await feedOf(wheel)).toEqual([expect.stringMatching(/^2 \| CONFIRMED/)]);
  expect(uids.size).toBe(1);
});

test("a private trip shows its driver only the route", async () => {
  const { id, request } = await requestedBooking({ private: true, note: "Clinic" });
  requireOk(await approve(request));
  await mails();
  expect(await feedOf(wheel)).toEqual([`1 | CONFIRMED | 07:00 | Busy | ${trip}`]);
  const other = await post("/driver", { fullname: "Khalid Hamid" });
  await world.tx((tx) => tx.manager.query("UPDATE booking SET driver_id = $2 WHERE id = $1", [id, other]));
  const changed = "REQUEST | 2 | CONFIRMED | 07:00 | Erbil to Duhok | Ford Transit (22 E 4417) · Khalid Hamid\nClinic";
  expect(await mails()).toEqual({
    Emil: `Changed: Erbil to Duhok | ${changed}`,
    Hana: `Changed: Erbil to Duhok | ${changed}`,
    Wali: "You are no longer the driver of a private trip | CANCEL | 2 | CANCELLED | 07:00 | Busy | Ford Transit (22 E 4417) · Khalid Hamid",
  });
  expect(await feedOf(wheel)).toEqual([]);
});

test("replacing equipment changes the location in calendars", async () => {
  const building = await post("/building", { name: "House", time_zone: "UTC" });
  const piece = (name: string) => post("/equipment", { name, kind: "camera", building_id: building });
  const [one, other] = [await piece("Camera A"), await piece("Camera B")];
  const input = { title: "Fair", bookable_type: "equipment", bookable_id: one, participants: [world.hr.id] };
  const body = { ...input, start_date: wednesdayAt("09:00"), end_date: wednesdayAt("10:00") };
  const { id } = requireOk(await employee().post("/booking", body)).body.data;
  await mails();
  requireOk(await employee().put(`/booking/${id}`, { bookable_id: other }));
  expect(await mails()).toEqual({ Hana: "Changed: Fair | REQUEST | 1 | CONFIRMED | 09:00 | Fair | -" });
});

test("a successor becomes the organizer in all calendars of a leaver's booking", async () => {
  const { id, request } = await requestedBooking({ participants: [world.hr.id, world.manager.id] });
  requireOk(await approve(request));
  await mails();
  const [now] = await server.owner.query<{ day: string }[]>("SELECT current_date::text AS day");
  const leaving = { type: "resignation", last_day: now?.day, successor_id: world.manager.id };
  requireOk(await world.api(world.hr).post(`/user/${world.employee.id}/leaving`, leaving));
  const sent = await calendarMails(server, world, folder);
  const organizers = sent.map(({ firstName, declared, calendar }) => {
    const event = new ICAL.Component(ICAL.parse(calendar)).getFirstSubcomponent("vevent");
    return [firstName, `${declared} ${String(event?.getFirstPropertyValue("organizer"))}`];
  });
  const update = `REQUEST mailto:${world.manager.email}`;
  expect(Object.fromEntries(organizers)).toEqual({ Hana: update, Mia: update, Wali: update });
  // A former requester who is rehired doesn't get mails about the booking.
  await server.owner.query("UPDATE app_user SET active = true WHERE id = $1", [world.employee.id]);
  requireOk(await manager().put(`/booking/${id}`, { title: "Erbil to Zakho" }));
  expect(Object.keys(await mails()).toSorted()).toEqual(["Hana", "Mia", "Wali"]);
});

test("a new requester takes over the invitation of the former one", async () => {
  const { request } = await requestedBooking({ participants: [] });
  requireOk(await approve(request));
  await mails();
  await server.owner.query("UPDATE booking SET requester_id = $2 WHERE requester_id = $1", [
    world.employee.id,
    world.manager.id,
  ]);
  const details = `07:00 | Erbil to Duhok | ${trip}`;
  expect(await mails()).toEqual({
    Emil: `Cancelled: Erbil to Duhok | CANCEL | 2 | CANCELLED | ${details}`,
    Mia: `Handed over to you: Erbil to Duhok | REQUEST | 2 | CONFIRMED | ${details}`,
    Wali: `Changed: Erbil to Duhok | REQUEST | 2 | CONFIRMED | ${details}`,
  });
});
