import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ICAL from "ical.js";
import { newRoom, wednesdayAt } from "./rooms";
import { freshDatabaseUrl } from "../../support/postgres/databases";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { assignManager, requestOfBooking } from "./fixtures";
import { calendarMails } from "./outbox";
import { consumeEvents } from "../../communication/notifications/worker";
import { isCoveredByCalendarMail } from "../../../server/bookings/bookings/calendar/calendar-message";

// Extends the undo period of eight seconds, as a busy machine may need more time.
jest.mock("../../../shared/approvals/approvals/approvals.undo.rules", () => ({ decisionHeldMs: 3_600_000 }));

// A separate database: the mailer processes all tenants, and other tests have hundreds of calendars.
const server = testServer({ databaseUrl: () => freshDatabaseUrl("calendars") });
let world: World;
let wali: Person;
let nora: Person;
let drivers: { wali: number; nora: number };
let car_id: number;
let folder: string;
beforeEach(async () => {
  world = await server.world();
  [wali, nora] = [
    await world.person("employee", { fullname: "Wali Wheel" }),
    await world.person("employee", { fullname: "Nora Night" }),
  ];
  await assignManager(world);
  car_id = await post("/car", { name: "Ford Transit", type: "minibus", plate_number: "22 E 4417", seats: 9 });
  drivers = { wali: await post("/driver", { user_id: wali.id }), nora: await post("/driver", { user_id: nora.id }) };
  folder = await mkdtemp(join(tmpdir(), "driver-mails-"));
});
afterEach(() => rm(folder, { recursive: true }));

const post = async (url: string, body: object) =>
  requireOk(await world.api(world.admin).post(url, body)).body.data.id as number;
const manager = () => world.api(world.manager);
const employee = () => world.api(world.employee);

async function bookTrip(driver_id: number, overrides: object = {}) {
  const trip = { bookable_type: "car", car_type: "minibus", title: "Erbil to Duhok", to_place: "Duhok", seats: 5 };
  const body = {
    ...trip,
    start_date: wednesdayAt("07:00"),
    end_date: wednesdayAt("09:00"),
    driver_needed: true,
    ...overrides,
  };
  const id = requireOk(await employee().post("/booking", body)).body.data.id as number;
  const request = await requestOfBooking(world, id);
  requireOk(await manager().put(`/reservations/request/${request}/approve`, { car_id, driver_id }));
  return id;
}

async function mailsOf(firstName: string) {
  return (await calendarMails(server, world, folder))
    .filter((mail) => mail.firstName === firstName)
    .map(({ subject, message, calendar }) => {
      const root = new ICAL.Component(ICAL.parse(calendar));
      const event = root.getFirstSubcomponent("vevent") as ICAL.Component;
      const attendee = event.getFirstProperty("attendee") as ICAL.Property;
      const [uid, sequence, organizer] = ["uid", "sequence", "organizer"].map((name) =>
        String(event.getFirstPropertyValue(name)),
      );
      return {
        subject,
        message,
        calendar,
        method: String(root.getFirstPropertyValue("method")),
        events: root.getAllSubcomponents("vevent").length,
        uid,
        sequence: Number(sequence),
        organizer,
        attendee: String(attendee.getFirstValue()),
        partstat: attendee.getFirstParameter("partstat"),
        rsvp: attendee.getFirstParameter("rsvp") ?? null,
      };
    });
}

const give = (id: number, driver: number | null) =>
  world.tx((tx) => tx.manager.query("UPDATE booking SET driver_id = $2 WHERE id = $1", [id, driver]));

test("a driver gets the requester's event, already accepted and without RSVP", async () => {
  await bookTrip(drivers.wali);
  expect(await mailsOf("Wali")).toMatchObject([
    {
      subject: "You are the driver: Erbil to Duhok",
      method: "REQUEST",
      organizer: `mailto:${world.employee.email}`,
      attendee: `mailto:${wali.email}`,
      partstat: "ACCEPTED",
      rsvp: null,
      message: expect.stringContaining("/driver-reservation?trip="),
    },
  ]);
});

test("replacing the driver moves the event between calendars with the same UID", async () => {
  const id = await bookTrip(drivers.wali);
  const [first] = await mailsOf("Wali");
  await give(id, drivers.nora);
  const sent = await calendarMails(server, world, folder);
  expect(sent.map(({ firstName, subject }) => `${firstName}: ${subject}`).sort()).toEqual([
    "Emil: Changed: Erbil to Duhok",
    "Nora: You are the driver: Erbil to Duhok",
    "Wali: You are no longer the driver: Erbil to Duhok",
  ]);
  await give(id, drivers.wali);
  const [back] = await mailsOf("Wali");
  expect(back).toMatchObject({ method: "REQUEST", uid: first?.uid, sequence: (first?.sequence ?? 0) + 2 });
  requireOk(await employee().put(`/booking/${id}`, { note: "Bring the trolley" }));
  expect(await mailsOf("Wali")).toMatchObject([
    { subject: "Changed: Erbil to Duhok", uid: first?.uid, sequence: (first?.sequence ?? 0) + 3 },
  ]);
});

test("a driver replaced before the mail is sent gets no mail", async () => {
  const id = await bookTrip(drivers.wali);
  await give(id, drivers.nora);
  const sent = await calendarMails(server, world, folder);
  expect(sent.map(({ firstName }) => firstName).sort()).toEqual(["Emil", "Nora"]);
});

test("mails of a private trip have neither purpose nor requester", async () => {
  const id = await bookTrip(drivers.wali, { private: true, note: "Clinic", purpose: "Operation" });
  const [mail] = await mailsOf("Wali");
  expect(mail).toMatchObject({ subject: "You are the driver of a private trip", method: "REQUEST" });
  requireOk(await employee().delete(`/booking/${id}`));
  const [cancellation] = await mailsOf("Wali");
  expect(cancellation).toMatchObject({ subject: "Cancelled: Busy", method: "CANCEL", uid: mail?.uid });
  const secret = new RegExp(`Erbil to Duhok|Clinic|Operation|Emil Employee|${world.employee.email}`, "i");
  for (const each of [mail, cancellation]) {
    const whole = each?.message.replaceAll("=\r\n", "");
    expect(whole).not.toMatch(secret);
    expect(each?.calendar).not.toMatch(secret);
    expect(each?.calendar).toContain("Duhok");
  }
});

test("a driver who is also invited gets one mail, and stays driver when uninvited", async () => {
  const id = await bookTrip(drivers.wali, { participants: [wali.id] });
  expect((await mailsOf("Wali")).map(({ subject }) => subject)).toEqual(["Emil Employee invites you: Erbil to Duhok"]);
  requireOk(await employee().put(`/booking/${id}`, { participants: [] }));
  expect(await mailsOf("Wali")).toMatchObject([{ method: "REQUEST", subject: "Changed: Erbil to Duhok" }]);
  await give(id, null);
  expect(await mailsOf("Wali")).toMatchObject([
    { method: "CANCEL", subject: "You are no longer the driver: Erbil to Duhok" },
  ]);
});

test("a notification covered by the calendar mail isn't mailed separately", async () => {
  const id = await bookTrip(drivers.wali);
  const wasNotified = (kind: "booking.driving" | "booking.notDriving", userId: number) =>
    world.tx((tx) => isCoveredByCalendarMail(tx, { id: 0, kind, path: `/driver-reservation?trip=${id}` }, userId));
  expect([await wasNotified("booking.driving", wali.id), await wasNotified("booking.notDriving", wali.id)]).toEqual([
    true,
    true,
  ]);
  expect(await wasNotified("booking.driving", nora.id)).toBe(false);
});

test("a series is mailed once although more invitations are due than in a batch", async () => {
  const office = await newRoom(world, "Zab");
  const series = { title: "Stand-up", bookable_type: "room", bookable_id: office, repeat: "daily", repeat_count: 130 };
  const when = { start_date: wednesdayAt("05:00"), end_date: wednesdayAt("05:30") };
  requireOk(await employee().post("/booking", { ...series, ...when, participants: [world.hr.id, wali.id] }));
  const mails = await calendarMails(server, world, folder);
  expect(mails.map(({ firstName, subject }) => `${firstName}: ${subject}`).toSorted()).toEqual([
    "Hana: Emil Employee invites you: Stand-up",
    "Wali: Emil Employee invites you: Stand-up",
  ]);
});

test("a change that no calendar mail contains is mailed as a notification", async () => {
  const office = await newRoom(world, "Zab");
  const [building] = await server.owner.query<{ id: number }[]>("SELECT building_id AS id FROM room WHERE id = $1", [
    office,
  ]);
  const piece = await post("/equipment", { name: "Camera", kind: "camera", building_id: Number(building?.id) });
  const room = { title: "Review", bookable_type: "room", bookable_id: office, participants: [wali.id] };
  const when = { start_date: wednesdayAt("05:00"), end_date: wednesdayAt("05:30") };
  const { id } = requireOk(await employee().post("/booking", { ...room, ...when })).body.data;
  await mailsOf("Wali");
  const isCovered = async (change: object) => {
    await world.tx((tx) => tx.manager.query("UPDATE booking_invitation SET changed_at = now() - interval '1 hour'"));
    const mark = server.published.length;
    requireOk(await employee().put(`/booking/${id}`, change));
    await consumeEvents(world, world.events(mark));
    const [row] = await server.owner.query<{ id: number; path: string }[]>(
      "SELECT id, path FROM notification WHERE user_id = $1 AND kind = 'booking.changed' ORDER BY id DESC LIMIT 1",
      [wali.id],
    );
    const changed = { id: Number(row?.id), kind: "booking.changed", path: String(row?.path) } as const;
    return world.tx((tx) => isCoveredByCalendarMail(tx, changed, wali.id));
  };
  expect(await isCovered({ equipment: [piece] })).toBe(false);
  expect(await isCovered({ title: "Retrospective" })).toBe(true);
});
