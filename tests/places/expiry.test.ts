import { remindOfExpiry } from "../../server/places/expiry.service";
import type { Tx } from "../../server/platform/database/unit-of-work";
import { oneAtATime } from "../support/one-at-a-time";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { ok } from "../tasks/board";

const server = testServer();
let world: World;
beforeEach(async () => {
  world = await server.world();
});

const post = async (url: string, body: object) =>
  (ok(await world.api(world.admin).post(url, body)).body.data as { id: number; version: number }).id;
const remind = (day: string) => (tx: Tx) => remindOfExpiry(tx, new Date(`${day}T08:00:00Z`));
const on = (day: string) => world.tx(remind(day));
const told = (who: { id: number }) =>
  world.tx((tx) =>
    tx.manager.query(`SELECT kind, count, "values"->>'over' AS over FROM notification WHERE user_id = $1 ORDER BY id`, [
      who.id,
    ]),
  );
const car = (more: object) => post("/car", { name: "Transit", type: "van", plate_number: "22 E 1", ...more });

test("an insurance, an inspection and a licence are told a month and a week before, once each, to who looks after them", async () => {
  await car({ insured_until: "2031-05-31", inspected_until: "2031-06-20" });
  await post("/driver", { fullname: "Khalid", licence_expires_on: "2031-06-01" });
  expect([await on("2031-04-30"), await on("2031-05-01"), await on("2031-05-02"), await on("2031-05-02")]).toEqual([
    0, 1, 1, 0,
  ]);
  expect([await on("2031-05-23"), await on("2031-05-24"), await on("2031-05-25")]).toEqual([1, 1, 1]);
  expect([await on("2031-06-02"), await on("2031-06-13"), await on("2031-06-21"), await on("2031-08-01")]).toEqual([
    0, 1, 0, 0,
  ]);
  // What comes within a quarter of an hour is one of two.
  expect((await told(world.admin)).map(({ kind, count }: { kind: string; count: number }) => [kind, count])).toEqual([
    ["car.insuranceEnds", 2],
    ["driver.licenceEnds", 2],
    ["car.inspectionEnds", 2],
  ]);
  for (const who of [world.employee, world.manager, world.external]) expect(await told(who)).toEqual([]);
});

test("after a gap the stage that holds now is told, and what has just ended; renewed, it begins anew; deleted, never", async () => {
  const id = await car({ insured_until: "2031-05-31" });
  expect([await on("2031-05-28"), await on("2031-05-30")]).toEqual([1, 0]);
  const gone = await car({ plate_number: "22 E 2", insured_until: "2031-05-31" });
  const { body } = ok(await world.api(world.admin).get("/car"));
  const { version } = body.data.find((each: { id: number }) => each.id === id);
  const renewed = { name: "Transit", type: "van", plate_number: "22 E 1", insured_until: "2032-05-31", version };
  ok(await world.api(world.admin).put(`/car/${id}`, renewed));
  expect([await on("2031-06-10"), (await told(world.admin)).at(-1)?.over]).toEqual([1, "yes"]);
  ok(await world.api(world.admin).delete(`/car/${gone}`));
  expect([await on("2032-05-01"), await on("2032-05-01")]).toEqual([1, 0]);
});

test("of two workers at the same moment one tells", async () => {
  await car({ insured_until: "2031-05-31" });
  const ends = await oneAtATime(server, world, remind("2031-05-25"));
  expect(ends.map((end) => (end.status === "fulfilled" ? end.value : null))).toEqual([1, 0]);
  expect(await told(world.admin)).toHaveLength(1);
});

test("a name with its plate is kept apart from an Arabic sentence around it", async () => {
  await car({ insured_until: "2031-05-31" });
  await on("2031-05-25");
  const { text } = await world.api(world.admin).with({ "accept-language": "ar" }).get("/notification");
  expect(text).toContain("\u2068Transit 22 E 1\u2069");
});

test("of many that end, some are told at a time, and none twice", async () => {
  await car({ insured_until: "2031-05-31" });
  await world.tx((tx) =>
    tx.manager.query(
      `INSERT INTO car (tenant_id, name, type, plate_number, insured_until)
       SELECT tenant_id, name, type, 'B ' || n, insured_until FROM car, generate_series(1, 11) AS n WHERE tenant_id = current_tenant()`,
    ),
  );
  expect([await on("2031-05-25"), await on("2031-05-25"), await on("2031-05-25")]).toEqual([10, 2, 0]);
});
