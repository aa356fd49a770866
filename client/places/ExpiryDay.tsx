import { daysBetween } from "../platform/intl/formats";
import { useText } from "../platform/intl/useText";
import { useNow } from "../platform/now";
import { Day } from "../ui/signs/Day";
import classes from "./places.module.css";

/** As long before its end as it is told. */
const soonDays = 30;

/** Until when something is insured, inspected or allowed; that it ends soon, or has ended, is said beside it. */
export function ExpiryDay({ value }: { value: string | null }) {
  const text = useText();
  const days = daysBetween(value ?? "", useNow());
  if (!value) return null;
  if (days > soonDays) return <Day value={value} style="medium" />;
  return (
    <span className={classes.expiry} data-over={days < 0 || undefined}>
      <Day value={value} style="medium" />{" "}
      <small>{days < 0 ? text("expiry.over") : text("expiry.soon", { days })}</small>
    </span>
  );
}
