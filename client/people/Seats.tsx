import { readSeats } from "../../shared/people/users.contract";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import classes from "./EmployeeForm.module.css";

/** How many accounts are in use, of how many that the plan has; null until it is known, and where the plan has any number. */
function useSeats(): { used: number; most: number } | null {
  const { used = 0, most = null } = useEndpoint(readSeats, {}).data?.data ?? {};
  return most === null ? null : { used, most };
}

export function SeatsInUse() {
  const text = useText();
  const seats = useSeats();
  return seats && text("people.seats", seats);
}

/** Said before anything is filled in: what is saved would be refused. */
export function SeatsFull() {
  const text = useText();
  const seats = useSeats();
  if (!seats || seats.used < seats.most) return null;
  return (
    <p className={classes.count} role="alert">
      {text("people.seats.full", { most: seats.most })}
    </p>
  );
}
