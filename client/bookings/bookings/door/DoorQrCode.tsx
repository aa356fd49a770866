import { localDayAt } from "../../../../shared/kernel/wall-clock";
import { useText } from "../../../platform/intl/useText";
import { paths } from "../../../platform/paths";
import { QrCode } from "../../../identity/security/QrCode";
import classes from "./Door.module.css";

interface DoorQrCodeProps {
  now: number;
  timeZone: string;
  waitingId: number | null;
}

/** QR code on the door screen that opens the day's rooms, or the booking waiting for check-in. */
export function DoorQrCode({ now, timeZone, waitingId }: DoorQrCodeProps) {
  const text = useText();
  const words = text(waitingId === null ? "door.scan" : "door.scanCheckIn");
  const address = new URL(paths.roomReservation, window.location.origin);
  address.searchParams.set("day", localDayAt(now, timeZone));
  if (waitingId !== null) address.searchParams.set("booking", String(waitingId));
  return (
    <div className={classes.scan}>
      <QrCode value={address.href} label={words} />
      <p aria-hidden>{words}</p>
    </div>
  );
}
