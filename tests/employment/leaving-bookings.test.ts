import { sql, unnamed } from "../../server/platform/database/unit-of-work";
import type { Booking } from "../../shared/bookings/bookings.contract";
import { at, newRoom } from "../bookings/rooms";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { toldSince } from "../notifications/worker";

/** Rooms and cars of a leaver: open grids show whose they are now. */
const server = testServer();
const insert = sql(
  "test.carBookingOfLeaver",
  `INSERT INTO booking (tenant_id, bookable_type, car_type, car_id, driver_id, requester_id, title, private, status, from_place,
     to_place, starts_at, ends_at)
   VALUES (current_tenant(), 'car', 'minibus', $1, $2, $3, 'Erbil to Duhok', false, 'approved', 'Erbil', 'Duhok',
     now() + interval '1 day', now() + interval '25 hours') RETURNING id`,
);

test.each([false, true])(
  "what a leaver had booked and drives is told as the successor's (who drives already: %s)",
  async (drives) => {
    const world = await server.world();
    const { manager, employee, hr, admin } = world;
    const room = await newRoom(world, "Sirwan");
    const post = async (url: string, body: object) => ok(await world.api(admin).post(url, body)).body.data.id as number;
    const car = await post("/car", {
      name: "Ford Transit",
      type: "minibus",
      plate_number: "22 E 4417",
      mileage: 84_210,
    });
    const driver = await post("/driver", { user_id: employee.id });
    const other = drives ? await post("/driver", { user_id: manager.id }) : driver;
    const own = await world.tx(async (tx) => {
      const values = [room, employee.id, at("09:00"), at("10:00")];
      const booked = await tx.one<{ id: number }>(
        unnamed(`INSERT INTO booking (tenant_id, bookable_type, room_id, requester_id, title, private, status, starts_at, ends_at)
        VALUES (current_tenant(), 'room', $1, $2, 'Plans', false, 'approved', $3, $4) RETURNING id`),
        values,
      );
      return booked?.id as number;
    });
    const drive = (await world.tx((tx) => tx.one<{ id: number }>(insert, [car, driver, hr.id])))?.id as number;
    const [now] = await server.owner.query<{ day: string }[]>("SELECT current_date::text AS day");
    const mark = server.published.length;
    const body = { type: "resignation", last_day: now?.day, successor_id: manager.id };
    ok(await world.api(hr).post(`/user/${employee.id}/leaving`, body));
    const told = (stream: string) =>
      world
        .events(mark)
        .filter((one) => one.stream === stream)
        .flatMap(({ event }) => (event.data as { bookings?: Booking[] }).bookings ?? []);
    const of = (stream: string, id: number) => told(stream).find((booking) => booking.id === id);
    expect(of(`rooms:${world.tenantId}`, own)?.requester).toMatchObject({ id: manager.id });
    expect(of(`user:${manager.id}`, own)?.requester).toMatchObject({ id: manager.id });
    expect(of(`cars:${world.tenantId}`, drive)?.driver_id).toBe(other);
    const kinds = toldSince(world, mark)
      .filter(({ user }) => user === manager.id)
      .map(({ kind }) => kind);
    expect(kinds).toContain("booking.driving");
    const left = await server.owner.query("SELECT FROM driver WHERE user_id = $1 AND deleted_at IS NULL", [
      employee.id,
    ]);
    expect(left).toEqual([]);
  },
);

test("what hangs on a leaver tells no words that are theirs, or a project's people's, alone", async () => {
  const world = await server.world();
  const { employee, hr, manager } = world;
  const room = await newRoom(world, "Sirwan");
  const api = world.api(employee);
  const book = (title: string, day: number, more: object) =>
    api.post("/booking", { title, bookable_type: "room", bookable_id: room, ...times(day), ...more });
  ok(await book("Interview elsewhere", 3, { private: true }));
  ok(await book("Stand-up", 4, {}));
  const members = [{ user_id: employee.id, role: "member" }];
  const project = ok(await world.api(manager).post("/project", { title: "Takeover", code: "TKO", members })).body.data;
  const [column] = ok(await api.get(`/project/${project.id}/task_tatus`)).body.data as { id: number }[];
  const task = ok(await api.post("/task", { title: "Name the price", task_status_id: column?.id })).body.data;
  ok(await api.post("/sub_task", { task_id: task.id, name: "Ask the bank", assignee_id: employee.id }));
  ok(await api.post("/timer/start", { task_id: task.id }));
  const list = ok(await world.api(hr).get(`/user/${employee.id}/leaving`)).body.data;
  const named = new Map([...list.handover, ...list.ending].map(({ kind, count, names }) => [kind, [count, names]]));
  expect(named.get("bookings")).toEqual([2, ["Stand-up"]]);
  expect([named.get("subtasks"), named.get("timer")]).toEqual([
    [1, ["TKO-1"]],
    [1, ["TKO-1"]],
  ]);
  expect(JSON.stringify(list)).not.toMatch(/Interview|Ask the bank|Name the price/);
});

const times = (weeks: number) => ({ start_date: at("09:00", weeks), end_date: at("10:00", weeks) });
