import type { AffectedBooking } from "../../../shared/bookings/resources/affected-bookings";
import type { Answer } from "../../support/api";
import { runWhileLocked } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { requireOk } from "../../work/tasks/board";
import { wednesdayAt, newRoom } from "./rooms";

const server = testServer();

let world: World;
let building: number;
beforeEach(async () => {
  world = await server.world();
  building = requireOk(await world.api(world.admin).post("/building", { name: "East wing" })).body.data.id;
});

const refused = ({ status, body }: Answer) => [status, body.code, Object.keys(body.errors ?? {})];
const newPiece = async (name: string, overrides: object = {}): Promise<number> => {
  const body = { name, kind: "projector", building_id: building, ...overrides };
  return requireOk(await world.api(world.admin).post("/equipment", body)).body.data.id;
};
const booked = async (room: number, equipment: number[], overrides: object = {}) => {
  const when = { start_date: wednesdayAt("09:00"), end_date: wednesdayAt("10:00") };
  const body = { title: "Sprint review", bookable_type: "room", bookable_id: room, equipment, ...when, ...overrides };
  return requireOk(await world.api(world.employee).post("/booking", body)).body.data;
};
const morning = { start_date: wednesdayAt("08:00"), end_date: wednesdayAt("12:00") };
const read = async (id: number) => requireOk(await world.api(world.employee).get(`/booking/${id}`)).body.data;
const piecesOf = ({ equipment }: { equipment: { id: number }[] }) => equipment.map(({ id }) => id);

test("equipment outages require the permission, an existing piece and valid hours", async () => {
  const piece = await newPiece("Beamer");
  const out = { equipment_id: piece, ...morning };
  expect((await world.api(world.employee).post("/outage", out)).status).toBe(403);
  const api = world.api(world.admin);
  expect(refused(await api.post("/outage", { ...out, equipment_id: 999_999 }))[2]).toEqual(["equipment_id"]);
  expect(refused(await api.post("/outage", { ...out, room_id: 1 }))[2]).toEqual(["equipment_id"]);
  expect(refused(await api.post("/outage", { ...out, end_date: morning.start_date }))[2]).toEqual(["end_date"]);
  const { body } = requireOk(await api.post("/outage", { ...out, reason: "Lamp" }));
  expect(body.data).toMatchObject({ equipment_id: piece, room_id: null, reason: "Lamp" });
  expect(requireOk(await api.get(`/outage?equipment_id=${piece}`)).body.data).toHaveLength(1);
  expect(requireOk(await api.get(`/outage?equipment_id=${piece + 1}`)).body.data).toEqual([]);
  const room = await newRoom(world, "Zab");
  const conflict = await world.api(world.employee).post("/booking", {
    title: "Sprint review",
    bookable_type: "room",
    bookable_id: room,
    equipment: [piece],
    start_date: wednesdayAt("09:00"),
    end_date: wednesdayAt("10:00"),
  });
  expect([conflict.status, conflict.body.data.conflicts]).toMatchObject([
    409,
    [{ kind: "outage", equipment: "Beamer" }],
  ]);
  expect((await world.api(world.employee).delete(`/outage/${body.data.id}`)).status).toBe(403);
  requireOk(await api.delete(`/outage/${body.data.id}`));
  expect(piecesOf(await booked(room, [piece]))).toEqual([piece]);
  const hours = { name: "Other", kind: "camera", building_id: building, opens_at: "18:00", closes_at: "08:00" };
  expect(refused(await api.post("/equipment", hours))[2]).toEqual(["closes_at"]);
});

test("an equipment outage swaps or removes the equipment of affected bookings", async () => {
  const [zab, barzan] = [await newRoom(world, "Zab"), await newRoom(world, "Barzan")];
  const beamer = await newPiece("Beamer");
  const [spare, busy] = [await newPiece("Spare"), await newPiece("Busy")];
  await newPiece("Evening only", { opens_at: "17:00", closes_at: "22:00" });
  await newPiece("Camera", { kind: "camera" });
  await booked(barzan, [busy]);
  const first = await booked(zab, [beamer]);
  const second = await booked(zab, [beamer], {
    start_date: wednesdayAt("10:00"),
    end_date: wednesdayAt("11:00"),
    title: "Second",
  });
  const api = world.api(world.admin);
  const out = { equipment_id: beamer, ...morning };
  const listed = await api.post("/outage", out);
  expect([listed.status, listed.body.code]).toEqual([409, "outage.booked"]);
  const affected: AffectedBooking[] = listed.body.data.bookings;
  expect(affected).toMatchObject([
    { id: first.id, place: "Beamer", goes_on: true, choices: [{ id: spare }], suggested: spare },
    { id: second.id, choices: [{ id: busy }, { id: spare }] },
  ]);
  const wrong = await api.post("/outage", { ...out, bookings: affected.map(({ id }) => ({ id, to: busy })) });
  expect(refused(wrong)).toEqual([422, "request.invalid", ["bookings.0.to"]]);
  requireOk(
    await api.post("/outage", {
      ...out,
      bookings: [
        { id: first.id, to: spare },
        { id: second.id, to: null },
      ],
    }),
  );
  expect([piecesOf(await read(first.id)), piecesOf(await read(second.id))]).toEqual([[spare], []]);
  expect([(await read(first.id)).status, (await read(second.id)).status]).toEqual(["approved", "approved"]);
  const refusedDeletion = await api.delete(`/equipment/${spare}`);
  expect([refusedDeletion.status, refusedDeletion.body.data.bookings.map(({ id }: { id: number }) => id)]).toEqual([
    409,
    [first.id],
  ]);
  requireOk(await api.delete(`/equipment/${spare}`, { bookings: [{ id: first.id, to: null }] }));
  expect(piecesOf(await read(first.id))).toEqual([]);
});

test("concurrent outage and booking of one piece: the second gets 409", async () => {
  const [beamer, room] = [await newPiece("Beamer"), await newRoom(world, "Zab")];
  const when = { start_date: wednesdayAt("09:00"), end_date: wednesdayAt("10:00") };
  const body = { title: "Review", bookable_type: "room", bookable_id: room, equipment: [beamer], ...when };
  const lock = (tx: Tx) => tx.manager.query("SELECT FROM equipment WHERE id = $1 FOR UPDATE", [beamer]);
  const [outageResponse, bookingResponse] = await runWhileLocked(server, world, lock, [
    () => world.api(world.admin).post("/outage", { equipment_id: beamer, ...morning }),
    () => world.api(world.employee).post("/booking", body),
  ]);
  expect([
    [201, 409],
    [409, 201],
  ]).toContainEqual([outageResponse?.status, bookingResponse?.status]);
});
