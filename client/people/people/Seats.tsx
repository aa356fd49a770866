import { readSeats } from "../../../shared/people/people/users.contract";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import classes from "./EmployeeForm.module.css";

/** Used and available accounts; null while loading or when the plan has no limit. */
function useSeats(): { used: number; most: number } | null {
  const { used = 0, most = null } = useEndpoint(readSeats, {}).data?.data ?? {};
  return most === null ? null : { used, most };
}

export function SeatsInUse() {
  const text = useText();
  const seats = useSeats();
  return seats && text("people.seats", seats);
}

/** Warns before the form is filled in that all accounts are used, because saving would fail. */
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
