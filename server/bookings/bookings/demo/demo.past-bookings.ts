import { dayMs } from "../../../platform/demo/demo.calendar";
import type { DemoTenant } from "../../../platform/demo/demo.tenant";
import { type DemoLog, isoInstantOf } from "../../../platform/demo/demo.rows";
import type { DemoPlaces } from "./demo.places";

/** Bookings of the past weeks, for the report: room | weekdays, 1 is Monday | hours in UTC | title | user */
const weekly = `
  Citadel       | 1 2 3 4 5 | 6.5-7.25  | Ops stand-up          | yusuf
  Citadel       | 1 3       | 8-9.5     | Release sprint review | amira
  Zab           | 1 5       | 7-8.5     | Interview             | sarah
  Zab           | 2         | 10-11     | Rate table            | anna
  Lalish        | 1         | 7.5-10    | Board of directors    | soran
  Lalish        | 3         | 8-9       | Carrier call          | ruben
  Safeen        | 1 2 3 4 5 | 5.5-6.5   | Shift handover        | karwan
  Dock 2 office | 2         | 7.5-12    | Stock count           | piotr
  Training room | 3         | 7.5-11    | Forklift refresher    | yusuf
  Gallery       | 1 4       | 9-10      | Social media          | nora
`;
const releasedAfterMs = 15 * 60_000;
const asksToCheckIn = new Set(["Citadel", "Lalish"]);

/** Adds three earlier weeks; every seventh booking of a room with check-in was a no-show. */
export function writePastBookings(log: DemoLog, tenant: DemoTenant, { rooms }: DemoPlaces): void {
  const today = Math.floor(tenant.now.getTime() / dayMs);
  let requested = 0;
  for (let day = -28; day < -7; day++) {
    for (const [room, days, hours, title, who] of lines) {
      if (!days?.split(" ").includes(String((today + day + 4) % 7))) continue;
      const [from, until] = (hours as string)
        .split("-")
        .map((hour) => (today + day) * dayMs + Number(hour) * 3_600_000) as [number, number];
      const checked = asksToCheckIn.has(room);
      const missed = checked && ++requested % 7 === 0;
      log.add("booking", {
        id: log.id("booking"),
        tenant_id: tenant.id,
        bookable_type: "room",
        room_id: rooms.get(room),
        requester_id: tenant.users.get(who as string)?.id,
        title,
        status: "approved",
        starts_at: isoInstantOf(from),
        ends_at: isoInstantOf(missed ? from + releasedAfterMs : until),
        checked_in_at: checked && !missed ? isoInstantOf(from) : null,
        released_at: missed ? isoInstantOf(from + releasedAfterMs) : null,
        driver_needed: false,
        private: false,
        buffer_before_minutes: 0,
        buffer_after_minutes: 0,
        series_changed: false,
        equipment_ids: [],
        version: 1,
      });
    }
  }
}

const lines = weekly
  .trim()
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()) as [string, ...string[]]);
