import { daysBetween } from "../../platform/intl/formats";
import { useText } from "../../platform/intl/useText";
import { useNow } from "../../platform/now";
import { DayLabel } from "../../ui/signs/DayLabel";
import classes from "./resources.module.css";

/** Days before expiry from which the warning is shown; the same as for notifications. */
const soonDays = 30;

export function ExpiryDay({ value }: { value: string | null }) {
  const text = useText();
  const days = daysBetween(value ?? "", useNow());
  if (!value) return null;
  if (days > soonDays) return <DayLabel value={value} style="medium" />;
  return (
    <span className={classes.expiry} data-over={days < 0 || undefined}>
      <DayLabel value={value} style="medium" />{" "}
      <small>{days < 0 ? text("expiry.over") : text("expiry.soon", { days })}</small>
    </span>
  );
}
