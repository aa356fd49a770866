import { contract } from "../../../shared/contract";
import { endpointPathOf } from "../../../shared/kernel/endpoint";
import { sql } from "../../../server/platform/database/unit-of-work";
import { wednesdayAt, newRoom } from "../../bookings/bookings/rooms";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

const server = testServer();

/** Mark that occurs in all texts that are private to the user, and in no other texts. */
const mark = /zq-?private|zq\.private|98765/i;

const insertSelfDrivenBooking = sql(
  "test.ownTrip",
  `WITH c AS (INSERT INTO car (tenant_id, name, type, plate_number, mileage) VALUES (current_tenant(), 'Kia', 'sedan', '22 B 7716', 10) RETURNING id)
   INSERT INTO booking (tenant_id, bookable_type, car_type, car_id, requester_id, title, note, purpose, private, status, from_place,
     to_place, starts_at, ends_at)
   SELECT current_tenant(), 'car', 'sedan', id, $1, 'zq-private trip', 'zq-private', 'zq-private', true, 'approved', 'zq-private', 'Duhok',
     now() + interval '1 hour', now() + interval '2 hours' FROM c RETURNING id`,
);

async function privateThings(world: World, person: Person): Promise<number[]> {
  const api = world.api(person);
  const admin = world.api(world.admin);
  const idOf = (answer: { body: { data?: { id: number }; purchaseRequest?: { id: number } } }) =>
    (answer.body.data ?? answer.body.purchaseRequest)?.id as number;
  const room = await newRoom(world, "Zab");
  const times = { start_date: wednesdayAt("09:00"), end_date: wednesdayAt("10:00"), private: true };
  const guests = ["zq.private@outside.test"];
  const steps = [{ by: "user", user_id: world.manager.id }]; // approvers may read the purpose
  requireOk(await admin.post("/approvals/rule", { family: "booking", name: "Cars", steps }));
  const words = { title: "zq-private", note: "zq-private" };
  const meeting = await api.post("/booking", { ...times, ...words, bookable_type: "room", bookable_id: room, guests });
  const carTrip = { seats: 1, from_place: "zq-private", to_place: "zq-private", purpose: "zq-private" };
  const ride = await api.post("/booking", { ...times, ...words, ...carTrip, bookable_type: "car", car_type: "van" });
  const trip = await world.tx((tx) => tx.one<{ id: number }>(insertSelfDrivenBooking, [person.id]));
  const items = [{ details: "zq-private", price: "98765", quantity: 1 }];
  const draft = { type: "purchase", currency: "USD", supplier: "zq-private", note: "zq-private", items, draft: true };
  const purchase = await api.post("/finance/finance-request", draft);
  const types = requireOk(await admin.get("/leave/leave-type")).body.data as { id: number }[];
  const days = { start_date: wednesdayAt("09:00").slice(0, 10), end_date: wednesdayAt("09:00").slice(0, 10) };
  const leave = types[0]
    ? await api.post("/leave/leave-request", { leave_type_id: types[0].id, ...days, reason: "zq-private", draft: true })
    : null;
  requireOk(await api.post("/delegation", { delegatee_id: world.manager.id, reason: "zq-private" }));
  const texts = [{ language: "en", title: "zq-private", summary: "zq-private", body: "<p>zq-private</p>" }];
  const news = await api.post("/news", { texts });
  const requests = requireOk(await api.get("/reservations/request", { query: { scope: "mine" } })).body.data as {
    id: number;
  }[];
  return [
    ...[meeting, ride, purchase, news, ...(leave ? [leave] : [])].map((answer) => idOf(requireOk(answer))),
    ...requests.map(({ id }) => id),
    trip?.id as number,
    person.id,
  ];
}

const queries: readonly Record<string, string>[] = [{}, { scope: "mine" }, { status: "draft" }, { whose: "mine" }];

const everyRead = Object.entries(contract).filter(([, { readOnly, method }]) => readOnly && method === "GET");

/**
 * Calls all read endpoints; endpoints with parameters are called with each id.
 * @returns the names of those whose response contains the mark
 */
async function marked(world: World, person: Person, ids: readonly number[], calls = everyRead): Promise<string[]> {
  const found = new Set<string>();
  for (const [name, endpoint] of calls) {
    const parameterNames = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, of]) => of as string);
    const tried =
      parameterNames.length > 0
        ? ids.map(
            (id) => [endpointPathOf(endpoint, Object.fromEntries(parameterNames.map((of) => [of, id]))), {}] as const,
          )
        : queries.map((query) => [endpoint.path, query] as const);
    for (const [path, query] of tried) {
      const answer = await world.api(person).get(path, { query });
      expect([name, path, answer.status < 500]).toEqual([name, path, true]);
      if (mark.test(JSON.stringify(answer.body))) found.add(name);
    }
  }
  return [...found].sort();
}

/** Endpoints that show the private data to its owner, which prove that the data exists. */
const shownToThemself = [
  "bookingRequests.readBookingRequest",
  "bookings.readBooking",
  "delegation.listDelegations",
  "finance.listFinance",
  "finance.listSupplierNames",
  "guests.readGuests",
  "news.listNews",
  "news.readEditableNews",
  "news.readNews",
  "trips.listTrips",
];

// A new endpoint with private data must hide it while an administrator is viewing as the owner.
test("no endpoint returns private data while viewing as its owner", async () => {
  const world = await server.world();
  const person = world.hr;
  const ids = await privateThings(world, person);
  const ownCalls = everyRead.filter(([name]) => shownToThemself.includes(name));
  expect(await marked(world, person, ids, ownCalls)).toEqual(shownToThemself);
  expect(await marked(world, world.admin, ids)).toEqual([]);
  requireOk(await world.api(world.admin).post("/role/view-as", { user_id: person.id }));
  expect(await marked(world, world.admin, ids)).toEqual([]);
  // Viewing as a role keeps the administrator's identity and own data.
  requireOk(await world.api(world.admin).delete("/role/view-as"));
  const texts = [{ language: "en", title: "zq-private", body: "" }];
  const { id } = requireOk(await world.api(world.admin).post("/news", { texts })).body.data;
  requireOk(await world.api(world.admin).post("/role/view-as", { role_id: world.roles.hr }));
  expect(requireOk(await world.api(world.admin).get(`/news/${id}`)).body.data.title).toBe("zq-private");
}, 180_000);
