import { setTimeout as delay } from "node:timers/promises";
import type { JobTypes, TestSite } from "./jobs";
import { RawConnection } from "./raw-http";

export async function changeBookings(
  site: TestSite,
  { bookings, rate, seconds }: JobTypes["bookingChanges"]["input"],
): Promise<JobTypes["bookingChanges"]["output"]> {
  const connections = site.people.map(({ token }) => RawConnection.for(site.port, site.host, token));
  const last = new Map<RawConnection, Promise<unknown>>();
  let changed = 0;
  const began = performance.now();
  for (let turn = 0; turn < rate * seconds; turn++) {
    await delay(Math.max(0, began + (turn * 1_000) / rate - performance.now()));
    const { id, by, from } = bookings[(turn * 7) % bookings.length] as (typeof bookings)[number];
    const connection = connections[by] as RawConnection;
    const start = Date.parse(from) + (Math.floor(turn / bookings.length) % 2 === 0 ? 300_000 : 0);
    const times = { start_date: new Date(start), end_date: new Date(start + 3_000_000) };
    const answered = (last.get(connection) ?? Promise.resolve())
      .then(() => connection.request("PUT", `/booking/${id}`, JSON.stringify(times)))
      .then(({ status }) => {
        if (status === 200) changed += 1;
      });
    last.set(connection, answered);
  }
  await Promise.all(last.values());
  await delay(500);
  for (const connection of connections) connection.close();
  return { changed };
}
