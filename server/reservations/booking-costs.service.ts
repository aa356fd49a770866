import { moneyForMinutes } from "../../shared/kernel/money";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { BookingRequestRow } from "./booking-requests.sql";

/**
 * What an hour of room $1, or of the dearest car of type $2, costs today; which car it will be isn't known before somebody
 * gives it. Null where no rate is set.
 */
const hourlyRate = sql(
  "bookingCosts.rate",
  `SELECT trim_scale(COALESCE(
     (SELECT hourly_rate FROM room WHERE tenant_id = current_tenant() AND id = $1),
     (SELECT max(hourly_rate) FROM car WHERE tenant_id = current_tenant() AND type = $2 AND deleted_at IS NULL)))::text AS rate,
     (SELECT currency FROM finance_settings WHERE tenant_id = current_tenant()) AS currency`,
);

interface Rate {
  rate: string | null;
  currency: string | null;
}
type Booked = Pick<BookingRequestRow, "roomId" | "startsAt" | "endsAt"> & { asked: { car_type: string | null } };

const minuteMs = 60_000;

/** In the organisation's currency; null where it has none. */
interface Cost {
  amount: string;
  currency: string | null;
}

/** What bookings cost; each rate is read once. Null where nothing says what an hour costs. */
export function costsOf(tx: Tx): (row: Booked) => Promise<Cost | null> {
  const known = new Map<string, Promise<Rate | undefined>>();
  return async ({ roomId, startsAt, endsAt, asked: { car_type } }) => {
    const key = `${roomId} ${car_type}`;
    const read = known.get(key) ?? tx.one<Rate>(hourlyRate, [roomId, car_type]);
    known.set(key, read);
    const { rate = null, currency = null } = (await read) ?? {};
    if (rate === null) return null;
    const minutes = Math.round((endsAt.getTime() - startsAt.getTime()) / minuteMs);
    // Without a currency its figures are compared as they are written: with two decimals.
    return { amount: moneyForMinutes(rate, minutes, currency ?? ""), currency };
  };
}
