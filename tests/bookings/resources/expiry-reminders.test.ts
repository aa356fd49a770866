import { remindOfExpiry } from "../../../server/bookings/resources/expiry-reminders.service";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();
let world: World;
beforeEach(async () => {
  world = await server.world();
});

const post = async (url: string, body: object) =>
  (requireOk(await world.api(world.admin).post(url, body)).body.data as { id: number; version: number }).id;
const remind = (day: string) => (tx: Tx) => remindOfExpiry(tx, new Date(`${day}T08:00:00Z`));
const on = (day: string) => world.tx(remind(day));
const remindersOf = (who: { id: number }) =>
  world.tx((tx) =>
    tx.manager.query(`SELECT kind, count, "values"->>'over' AS over FROM notification WHERE user_id = $1 ORDER BY id`, [
      who.id,
    ]),
  );
const car = (overrides: object) => post("/car", { name: "Transit", type: "van", plate_number: "22 E 1", ...overrides });

test("reminders are sent a month and a week before insurance or licenses expire", async () => {
  await car({ insured_until: "2031-05-31", inspected_until: "2031-06-20" });
  await post("/driver", { fullname: "Khalid", licence_expires_on: "2031-06-01" });
  expect([await on("2031-04-30"), await on("2031-05-01"), await on("2031-05-02"), await on("2031-05-02")]).toEqual([
    0, 1, 1, 0,
  ]);
  expect([await on("2031-05-23"), await on("2031-05-24"), await on("2031-05-25")]).toEqual([1, 1, 1]);
  expect([await on("2031-06-02"), await on("2031-06-13"), await on("2031-06-21"), await on("2031-08-01")]).toEqual([
    0, 1, 0, 0,
  ]);
  // Notifications within fifteen minutes are grouped.
  expect(
    (await remindersOf(world.admin)).map(({ kind, count }: { kind: string; count: number }) => [kind, count]),
  ).toEqual([
    ["car.insuranceEnds", 2],
    ["driver.licenceEnds", 2],
    ["car.inspectionEnds", 2],
  ]);
  for (const who of [world.employee, world.manager, world.external]) expect(await remindersOf(who)).toEqual([]);
});

test("missed runs send only the current reminder; a renewal restarts reminders", async () => {
  const id = await car({ insured_until: "2031-05-31" });
  expect([await on("2031-05-28"), await on("2031-05-30")]).toEqual([1, 0]);
  const deletedCar = await car({ plate_number: "22 E 2", insured_until: "2031-05-31" });
  const { body } = requireOk(await world.api(world.admin).get("/car"));
  const { version } = body.data.find((each: { id: number }) => each.id === id);
  const renewed = { name: "Transit", type: "van", plate_number: "22 E 1", insured_until: "2032-05-31", version };
  requireOk(await world.api(world.admin).put(`/car/${id}`, renewed));
  expect([await on("2031-06-10"), (await remindersOf(world.admin)).at(-1)?.over]).toEqual([1, "yes"]);
  requireOk(await world.api(world.admin).delete(`/car/${deletedCar}`));
  expect([await on("2032-05-01"), await on("2032-05-01")]).toEqual([1, 0]);
});

test("two concurrent workers send one notification", async () => {
  await car({ insured_until: "2031-05-31" });
  const ends = await runSerialized(server, world, remind("2031-05-25"));
  expect(ends.map((end) => (end.status === "fulfilled" ? end.value : null))).toEqual([1, 0]);
  expect(await remindersOf(world.admin)).toHaveLength(1);
});

test("car names are isolated within right-to-left text", async () => {
  await car({ insured_until: "2031-05-31" });
  await on("2031-05-25");
  const { text } = await world.api(world.admin).with({ "accept-language": "ar" }).get("/notification");
  expect(text).toContain("\u2068Transit 22 E 1\u2069");
});

test("many expirations are announced in batches, each once", async () => {
  await car({ insured_until: "2031-05-31" });
  await world.tx((tx) =>
    tx.manager.query(
      `INSERT INTO car (tenant_id, name, type, plate_number, insured_until)
       SELECT tenant_id, name, type, 'B ' || n, insured_until FROM car, generate_series(1, 11) AS n WHERE tenant_id = current_tenant()`,
    ),
  );
  expect([await on("2031-05-25"), await on("2031-05-25"), await on("2031-05-25")]).toEqual([10, 2, 0]);
});
