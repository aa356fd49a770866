import { moneyForMinutes } from "../../../../shared/kernel/money";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import type { BookingRequestRow } from "./booking-requests.sql";

/** Current hourly cost of room $1 or, because a car is assigned later, of the most expensive car of type $2. Null without a rate. */
const selectHourlyRate = sql(
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

/** Cost in the tenant's currency; `currency` is null if the tenant has none. */
interface Cost {
  amount: string;
  currency: string | null;
}

/** Returns a function that computes the cost of a booking and caches rates. The cost is null without an hourly rate. */
export function createCostCalculator(tx: Tx): (row: Booked) => Promise<Cost | null> {
  const rateByKey = new Map<string, Promise<Rate | undefined>>();
  return async ({ roomId, startsAt, endsAt, asked: { car_type } }) => {
    const key = `${roomId} ${car_type}`;
    const read = rateByKey.get(key) ?? tx.one<Rate>(selectHourlyRate, [roomId, car_type]);
    rateByKey.set(key, read);
    const { rate = null, currency = null } = (await read) ?? {};
    if (rate === null) return null;
    const minutes = Math.round((endsAt.getTime() - startsAt.getTime()) / minuteMs);
    // Without a currency, amounts have two decimals so that they can be compared.
    return { amount: moneyForMinutes(rate, minutes, currency ?? ""), currency };
  };
}
