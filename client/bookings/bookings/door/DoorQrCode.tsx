import { useText } from "../../../platform/intl/useText";
import { paths } from "../../../platform/paths";
import { QrCode } from "../../../identity/security/QrCode";
import classes from "./Door.module.css";

interface DoorQrCodeProps {
  waitingId: number | null;
}

/** QR code on the door screen that opens today's rooms, or the booking waiting for check-in. */
export function DoorQrCode({ waitingId }: DoorQrCodeProps) {
  const text = useText();
  const words = text(waitingId === null ? "door.scan" : "door.scanCheckIn");
  const address = new URL(paths.roomReservation, window.location.origin);
  if (waitingId !== null) address.searchParams.set("booking", String(waitingId));
  return (
    <div className={classes.scan}>
      <QrCode value={address.href} label={words} />
      <p aria-hidden>{words}</p>
    </div>
  );
}
