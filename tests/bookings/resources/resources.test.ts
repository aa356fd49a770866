import { permissions } from "../../../shared/access";
import { buildingService, floorService } from "../../../server/bookings/rooms/buildings.service";
import { carService } from "../../../server/bookings/cars/cars.service";
import { driverService } from "../../../server/bookings/drivers/drivers.service";
import { roomService } from "../../../server/bookings/rooms/rooms.service";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { wednesdayAt, newRoom } from "../bookings/rooms";
import { runSerialized } from "../../support/serialized";
import { multipart } from "../../support/multipart";
import { pdf, png } from "../../support/sample-files";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();
let world: World;
beforeEach(async () => {
  world = await server.world();
});

const admin = () => world.api(world.admin);
const boss = { permissions: new Set(permissions) } as never;
const post = async (url: string, body: object) =>
  requireOk(await admin().post(url, body)).body.data as { id: number; version: number };
const house = () => post("/building", { name: "Citadel House", time_zone: "Asia/Baghdad" });
const floorOf = (building_id: number, name = "Ground") => post("/floor", { name, building_id });
const carBody = { name: "Ford Transit", type: "minibus", plate_number: "22 E-4417", seats: 9 };
const fieldsOf = (body: { errors?: object }) => Object.keys(body.errors ?? {});

test("employees can't change locations or cars and can't read drivers", async () => {
  const { id } = await house();
  const employee = world.api(world.employee);
  for (const answer of [
    await employee.get("/driver"),
    await employee.post("/building", { name: "Own" }),
    await employee.put(`/building/${id}`, { name: "Own" }),
    await employee.post("/car", carBody),
    await employee.post("/driver", { fullname: "Own" }),
    await employee.post("/outage", { room_id: 1, start_date: wednesdayAt("08:00"), end_date: wednesdayAt("09:00") }),
  ])
    expect([answer.status, answer.body.code]).toEqual([403, "permission.denied"]);
  for (const url of ["/room", "/car", "/car/types"]) expect((await employee.get(url)).status).toBe(200);
  for (const url of ["/building", "/room", "/car", "/driver", "/outage"])
    expect((await world.api(world.external).get(url)).status).toBe(403);
});

test("a driver added by name has the default license, days and hours", async () => {
  const { data } = requireOk(await world.api(world.admin).post("/driver", { fullname: "Zana" })).body;
  expect(data).toMatchObject({ licence_classes: ["B"], work_days: [1, 2, 3, 4, 5, 6, 7], works_from: null });
});

test("taken names, unknown locations and reversed hours get 422", async () => {
  const [one, other] = [await house(), await post("/building", { title: "Depot South" })];
  const floor = await floorOf(one.id);
  const room = { name: "Zab", building_id: one.id, floor_id: floor.id };
  await post("/room", room);
  await post("/car", carBody);
  await post("/driver", { user_id: world.employee.id });
  const formerEmployee = await world.person("employee", { active: false });
  for (const [url, body, field] of [
    ["/building", { name: "citadel HOUSE" }, "name"],
    ["/building", { name: "Other", time_zone: "Moon/Crater" }, "time_zone"],
    ["/floor", { name: "ground", building_id: one.id }, "name"],
    ["/floor", { name: "First", building_id: 999_999 }, "building_id"],
    ["/room", { ...room, name: "ZAB" }, "name"],
    ["/room", { ...room, name: "Barzan", building_id: other.id }, "floor_id"],
    ["/room", { ...room, name: "Barzan", opens_at: "18:00", closes_at: "08:00" }, "closes_at"],
    ["/room", { ...room, name: "Barzan", group_ids: [999_999] }, "group_ids"],
    ["/room", { ...room, name: "Barzan", department_ids: [999_999] }, "department_ids"],
    ["/car", { ...carBody, plate_number: "22e4417" }, "plate_number"],
    ["/car", { ...carBody, plate_number: "1", type: "tank" }, "type"],
    ["/driver", {}, "fullname"],
    ["/driver", { user_id: world.hr.id, fullname: "Both" }, "fullname"],
    ["/driver", { user_id: world.employee.id }, "user_id"],
    ["/driver", { user_id: world.external.id }, "user_id"],
    ["/driver", { user_id: formerEmployee.id }, "user_id"],
    ["/driver", { fullname: "Night", works_from: "18:00", works_until: "06:00" }, "works_until"],
  ] as const)
    expect([url, body, fieldsOf((await admin().post(url, body)).body)]).toEqual([url, body, [field]]);
});

test("mileage can't decrease, and a stale version gets 409", async () => {
  const { id, version } = await post("/car", { ...carBody, mileage: 84_210 });
  const car = { ...carBody, mileage: 84_209 };
  expect(fieldsOf((await admin().put(`/car/${id}`, car)).body)).toEqual(["mileage"]);
  expect(requireOk(await admin().put(`/car/${id}`, { ...carBody, mileage: 84_300, version })).body.data).toMatchObject({
    mileage: 84_300,
    version: 2,
  });
  const late = await admin().put(`/car/${id}`, { ...carBody, version });
  expect([late.status, late.body.code, late.body.data.mileage]).toEqual([409, "organization.stale", 84_300]);
});

test("a location in use can't be deleted; a deleted location can be restored", async () => {
  const building = await house();
  const floor = await floorOf(building.id);
  const room = await post("/room", {
    name: "Zab",
    building_id: building.id,
    floor_id: floor.id,
    tools: ["screen", "phone"],
  });
  const kinds = async (url: string) =>
    (await admin().delete(url)).body.data.uses.map(({ kind }: { kind: string }) => kind);
  expect(await kinds(`/building/${building.id}`)).toEqual(["floors"]);
  expect(await kinds(`/floor/${floor.id}`)).toEqual(["places"]);
  for (const url of [`/room/${room.id}`, `/floor/${floor.id}`, `/building/${building.id}`])
    requireOk(await admin().delete(url));
  expect((await admin().delete(`/room/${room.id}`)).status).toBe(404);
  expect(requireOk(await admin().get("/room")).body.data).toEqual([]);
  const [trashed] = requireOk(await admin().get("/room", { query: { with_trashed: "1" } })).body.data;
  expect(trashed).toMatchObject({
    id: room.id,
    tools: ["screen", "phone"],
    time_zone: "Asia/Baghdad",
    can: { edit: false },
  });
  expect(fieldsOf((await admin().put(`/room/${room.id}/restore`)).body)).toEqual(["floor_id"]);
  expect(fieldsOf((await admin().put(`/floor/${floor.id}/restore`)).body)).toEqual(["building_id"]);
  for (const url of [`/building/${building.id}`, `/floor/${floor.id}`, `/room/${room.id}`])
    requireOk(await admin().put(`${url}/restore`));
  const [listed] = requireOk(await admin().get("/building", { query: { search: "cita", with_floors: "1" } })).body.data;
  expect(listed).toMatchObject({ floor_count: 1, room_count: 1, floors: [{ id: floor.id, name: "Ground", level: 0 }] });
});

test("each location lists its existing children, and search filters them", async () => {
  const [citadel, depot] = [await house(), await post("/building", { name: "Depot" })];
  const [ground, first, yard] = [
    await floorOf(citadel.id),
    await post("/floor", { name: "First", building_id: citadel.id, level: 1 }),
    await floorOf(depot.id, "Yard"),
  ];
  const room = (name: string, building_id: number, floor_id: number) => post("/room", { name, building_id, floor_id });
  await room("Zab", citadel.id, ground.id);
  await room("Lalish", citadel.id, ground.id);
  const deletedRoom = await room("Gone", citadel.id, first.id);
  await room("Gate", depot.id, yard.id);
  for (const url of [`/room/${deletedRoom.id}`, `/floor/${first.id}`]) requireOk(await admin().delete(url));
  const counts = async (url: string, query: Record<string, string>) =>
    requireOk(await admin().get(url, { query })).body.data.map(
      (row: { name: string; floor_count?: number; room_count: number; floors?: { name: string }[] }) => [
        row.name,
        row.room_count,
        ...(row.floors ? [row.floor_count, row.floors.map(({ name }) => name)] : []),
      ],
    );
  const ofCitadel = ["Citadel House", 2, 1, ["Ground"]];
  const floorsThere = { with_floors: "1" };
  expect(await counts("/building", floorsThere)).toEqual([ofCitadel, ["Depot", 1, 1, ["Yard"]]]);
  expect(await counts("/building", { ...floorsThere, search: "cita" })).toEqual([ofCitadel]);
  expect(await counts("/floor", {})).toEqual([
    ["Ground", 2],
    ["Yard", 1],
  ]);
  expect(await counts("/floor", { with_trashed: "1", search: "cita" })).toEqual([
    ["Ground", 2],
    ["First", 0],
  ]);
});

test("booked resources can't be deleted; disabled resources can't be booked", async () => {
  const room = await newRoom(world, "Lalish");
  const body = {
    bookable_type: "room",
    bookable_id: room,
    title: "Board",
    start_date: wednesdayAt("09:00"),
    end_date: wednesdayAt("10:00"),
  };
  const booking = await post("/booking", body);
  const refused = await admin().delete(`/room/${room}`);
  expect([refused.body.code, refused.body.data.uses]).toEqual([
    "organization.inUse",
    [{ kind: "bookings", count: 1, names: ["Board"] }],
  ]);
  const outage = {
    room_id: room,
    start_date: wednesdayAt("09:30"),
    end_date: wednesdayAt("12:00"),
    reason: "Painters",
  };
  expect((await admin().post("/outage", outage)).body.code).toBe("outage.booked");
  expect(fieldsOf((await admin().post("/outage", { ...outage, end_date: wednesdayAt("09:00") })).body)).toEqual([
    "end_date",
  ]);
  expect(fieldsOf((await admin().post("/outage", { ...outage, room_id: undefined })).body)).toEqual(["room_id"]);
  requireOk(await admin().delete(`/booking/${booking.id}`));
  const { id } = await post("/outage", outage);
  expect((await admin().post("/booking", body)).body.code).toBe("booking.taken");
  requireOk(await admin().delete(`/outage/${id}`));
  requireOk(await admin().post("/booking", body));
});

test("reasons for a driver's absence are visible only with access to drivers", async () => {
  const car = await post("/car", carBody);
  const driver = await post("/driver", { user_id: world.finance.id });
  const days = { start_date: wednesdayAt("09:30"), end_date: wednesdayAt("12:00") };
  await post("/outage", { car_id: car.id, ...days, reason: "Brakes" });
  await post("/outage", { driver_id: driver.id, ...days, reason: "In hospital" });
  const visibleReasons = async (person: World["hr"], query: Record<string, string> = {}) =>
    (requireOk(await world.api(person).get("/outage", { query })).body.data as { reason: string }[]).map(
      ({ reason }) => reason,
    );
  for (const person of [world.employee, world.finance, world.hr]) {
    expect(await visibleReasons(person)).toEqual(["Brakes"]);
    expect(await visibleReasons(person, { driver_id: String(driver.id) })).toEqual([]);
  }
  for (const person of [world.admin, world.manager])
    expect(await visibleReasons(person)).toEqual(["Brakes", "In hospital"]);
});

test("a room photo is checked by content and visible to users who can read rooms", async () => {
  const room = await newRoom(world, "Lalish");
  const send = (value: Buffer, who = world.admin, url = `/room/${room}/photo`) => {
    const { payload, headers } = multipart([{ name: "image", filename: "room 1.png", value }]);
    return world.api(who).post(url, payload, { headers });
  };
  expect((await send(png(), world.employee)).status).toBe(403);
  expect((await send(png(), world.admin, "/room/999999/photo")).status).toBe(404);
  for (const wrong of [
    pdf(),
    Buffer.from("<svg><script>alert(1)</script></svg>".repeat(9_000)),
    Buffer.alloc(2_100_000),
  ])
    expect(fieldsOf((await send(wrong)).body)).toEqual(["image"]);
  const mark = server.published.length;
  const { image } = requireOk(await send(png())).body.data;
  expect(world.events(mark).map(({ event }) => event.type)).toEqual(["room.updated"]);
  for (const [who, status] of [
    [world.employee, 200],
    [world.external, 404],
    [null, 401],
  ] as const)
    expect([who?.fullname, (await world.api(who).get(image)).status]).toEqual([who?.fullname, status]);
  const { path } = requireOk(await admin().post(`/room/${room}/door-screen`)).body.data;
  const key = new URL(path, "http://door").searchParams.get("key") as string;
  expect((await world.api(null).get(image, { query: { door: key } })).status).toBe(200);
  expect((await world.api(null).get(image, { query: { door: `${key}x` } })).status).toBe(401);
  expect(requireOk(await world.api(null).get(`/room/${room}/door`, { query: { key } })).body.data.room.image).toBe(
    image,
  );
  const next = requireOk(await send(png())).body.data.image;
  expect((await admin().get(image)).status).toBe(404);
  expect(requireOk(await admin().delete(`/room/${room}/photo`)).body.data.image).toBeNull();
  expect((await admin().get(next)).status).toBe(404);
  const car = await post("/car", carBody);
  expect(requireOk(await send(png(), world.admin, `/car/${car.id}/photo`)).body.data.image).toMatch(/^\/files\//);
});

test("concurrent changes of a resource: the second uses the result of the first", async () => {
  const building = await house();
  const floor = await floorOf(building.id);
  const room = await post("/room", { name: "Zab", building_id: building.id, floor_id: floor.id });
  const car = await post("/car", carBody);
  const driver = await post("/driver", { fullname: "Khalid Hamid" });
  const code = "organization.stale";
  const twice = async (change: (tx: Tx) => Promise<unknown>) => {
    const [first, second] = await runSerialized(server, world, change, change);
    expect([first?.status, second]).toMatchObject(["fulfilled", { status: "rejected", reason: { code } }]);
  };
  const where = { building_id: building.id, floor_id: floor.id, version: 1 };
  await twice((tx) => roomService.update(tx, boss, room.id, { name: "Zab", ...where }));
  await twice((tx) =>
    floorService.update(tx, boss, floor.id, { name: "Ground", building_id: building.id, version: 1 }),
  );
  await twice((tx) => buildingService.update(tx, boss, building.id, { name: "House", version: 1 }));
  await twice((tx) => carService.update(tx, boss, car.id, { ...carBody, type: "minibus", version: 1 }));
  await twice((tx) => driverService.update(tx, boss, driver.id, { version: 1 }));
});

test("adding to a building or floor deleted concurrently is refused", async () => {
  const building = await house();
  const floor = await floorOf(building.id);
  const room = { name: "Zab", building_id: building.id, floor_id: floor.id };
  const [, late] = await runSerialized(
    server,
    world,
    (tx) => floorService.remove(tx, boss, floor.id, undefined),
    (tx) => roomService.create(tx, boss, room) as Promise<unknown>,
  );
  expect(late).toMatchObject({ status: "rejected", reason: { code: "request.invalid" } });
  const [, none] = await runSerialized(
    server,
    world,
    (tx) => buildingService.remove(tx, boss, building.id, undefined),
    (tx) => floorService.create(tx, boss, { name: "First", building_id: building.id }) as Promise<unknown>,
  );
  expect(none).toMatchObject({ status: "rejected", reason: { code: "request.invalid" } });
});
