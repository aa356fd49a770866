import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { QrCode } from "../../security/QrCode";
import { dayText } from "../grid/grid.time";
import classes from "./Door.module.css";

/** From the screen at the door to one's own phone: to the day's rooms, or to the booking that waits for somebody to check in. */
export function ScanHere({ now, waitingId }: { now: number; waitingId: number | null }) {
  const text = useText();
  const words = text(waitingId === null ? "door.scan" : "door.scanCheckIn");
  const address = new URL(paths.roomReservation, window.location.origin);
  address.searchParams.set("day", dayText(new Date(now)));
  if (waitingId !== null) address.searchParams.set("booking", String(waitingId));
  return (
    <div className={classes.scan}>
      <QrCode value={address.href} label={words} />
      <p aria-hidden>{words}</p>
    </div>
  );
}
