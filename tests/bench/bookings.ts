import type { SeededPerson } from "../support/seed";
import { seedBookings } from "./booking-rows";
import { type CpuTime, cpuPer } from "./cpu";
import { type Percentiles, percentilesOf } from "./figures";
import { RawConnection } from "./raw-http";
import type { BenchServer } from "./bench-server";

export interface CallResult {
  answer: Percentiles;
  bytes: number;
  errors: number;
}

export interface BookingResults {
  earlier: number;
  grid: CallResult;
  free: CallResult;
  taken: CallResult;
  series: CallResult;
  pending: CallResult;
  report: CallResult;
  gridCpu: CpuTime;
  reportCpu: CpuTime;
}

const rooms = 300;
const onTheDay = 3_000;
const dayMs = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

export async function measureBookings(stage: BenchServer, earlier: number): Promise<BookingResults> {
  const { seed, site } = stage;
  const person = site.people[0] as SeededPerson;
  const bookers = site.people.slice(-2 * (seriesMade + warmupRounds));
  const [tenant] = await seed.rows<{ id: string }>("SELECT tenant_id AS id FROM app_user WHERE id = $1", [person.id]);
  const tenantId = Number(tenant?.id);
  const requesterIds = site.people.slice(0, -bookers.length).map(({ id }) => id);
  const day = dayIn(20);
  const ids = await seedBookings(seed, { tenantId, requesterIds, rooms, onTheDay, day, earlier });
  await stage.settle();
  const connection = RawConnection.for(site.port, site.host, person.token);
  const ask = measureCallsOn(() => connection);
  const room = { bookable_type: "room", bookable_id: String(ids[7]) };
  const at = (from: string, until: string) => ({ start_date: `${day}T${from}:00Z`, end_date: `${day}T${until}:00Z` });
  const wholeDay = { bookable_type: "room", start_date: day, end_date: dayIn(21) };
  const reading = () => ask(30, () => ["GET", `/reservations/grid?${new URLSearchParams(wholeDay)}`]);
  const { result: grid, cpu: gridCpu } = await cpuPer(stage, reading, () => 30 + warmupRounds);
  const check = (when: object) => `/reservations/check-date?${new URLSearchParams({ ...room, ...when })}`;
  const free = await ask(60, () => ["GET", check(at("20:00", "21:00"))]);
  const takenCheck = await ask(60, () => ["GET", check(at("09:00", "10:00"))]);
  const book = (n: number) => JSON.stringify(seriesIn(ids[(n + 10) % rooms] as number));
  const makeSeries = async (by: readonly SeededPerson[], firstRoom: number): Promise<CallResult> => {
    const connections = by.map(({ token }) => RawConnection.for(site.port, site.host, token));
    const askInTurn = measureCallsOn((n) => connections[n + warmupRounds] as RawConnection);
    const result = await askInTurn(seriesMade, (n) => ["POST", "/booking", book(n + firstRoom)]);
    for (const one of connections) one.close();
    return result;
  };
  const series = await makeSeries(bookers.slice(0, bookers.length / 2), 0);
  await seed.rows("UPDATE room SET auto_approve = false WHERE tenant_id = $1", [tenantId]);
  const pending = await makeSeries(bookers.slice(bookers.length / 2), 50);
  await seed.rows(
    "UPDATE app_user SET role_id = (SELECT id FROM role WHERE tenant_id = $1 AND code = 'administrator') WHERE id = $2",
    [tenantId, person.id],
  );
  const month = new URLSearchParams({ from: dayIn(-10), to: dayIn(20) });
  const reporting = () => ask(10, () => ["GET", `/reservations/report?${month}`]);
  const { result: report, cpu: reportCpu } = await cpuPer(stage, reporting, () => 10 + warmupRounds);
  connection.close();
  const figures = { earlier, grid, free, taken: takenCheck, series, pending, report, gridCpu, reportCpu };
  console.log(`  bookings: ${JSON.stringify(figures)}`);
  return figures;
}

const seriesIn = (room: number) => ({
  title: "Every day",
  bookable_type: "room",
  bookable_id: room,
  start_date: `${dayIn(30)}T09:00:00Z`,
  end_date: `${dayIn(30)}T09:30:00Z`,
  repeat: "daily",
  repeat_count: 200,
});

export const warmupRounds = 3;
const seriesMade = 10;
type Call = [method: string, path: string, body?: string];

/** Each round uses its own connection; rounds below 0 are for warm-up. */
export const measureCallsOn =
  (connectionOf: (round: number) => RawConnection) =>
  async (rounds: number, call: (n: number) => Call): Promise<CallResult> => {
    const samples: number[] = [];
    let [errors, bytes] = [0, 0];
    for (let round = -warmupRounds; round < rounds; round++) {
      const began = performance.now();
      const answer = await connectionOf(round).request(...call(round));
      if (round >= 0) samples.push(performance.now() - began);
      if (answer.status > 201) errors += 1;
      bytes = answer.bytes;
    }
    return { answer: percentilesOf(samples), bytes, errors };
  };
