import { useFormat, useText } from "../platform/intl/useText";
import { useNow } from "../platform/now";
import { printedFilters$, printing$ } from "../platform/printing";
import { useCurrentUser } from "../platform/session";
import { useStore } from "../platform/store";
import classes from "./PrintHead.module.css";
import { useScreenName } from "./useScreenName";

/** Head of every printed screen: title, organization, filters and period, and the time and the user of the print. */
export function PrintHead() {
  return useStore(printing$) ? <Shown /> : null;
}

function Shown() {
  const text = useText();
  const { dateTime } = useFormat();
  const { fullname, tenant } = useCurrentUser();
  const filters = useStore(printedFilters$);
  const title = useScreenName();
  const now = useNow();
  return (
    <header className={classes.head} data-print-head>
      <p className={classes.line}>
        <bdi>{tenant.name}</bdi>
        <span>{text("print.by", { name: fullname, at: dateTime(now) })}</span>
      </p>
      {title && <p className={classes.title}>{title}</p>}
      {filters.length > 0 && (
        <ul className={classes.filters}>
          {filters.map(({ label, value }) => (
            <li key={`${label} ${value}`}>
              {label && <span>{label}</span>} <bdi>{value}</bdi>
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}
