import { Pagination } from "@mantine/core";
import { useFormat, useText } from "../platform/intl/useText";
import classes from "./log.module.css";

interface LogPagesProps {
  meta: { page: number; last_page: number; total: number };
  turnTo: (page: number) => void;
}

/** How many entries there are, and the way to older ones. */
export function LogPages({ meta, turnTo }: LogPagesProps) {
  const text = useText();
  const { number } = useFormat();
  return (
    <nav className={classes.pages} aria-label={text("securityLog.pages")}>
      <span role="status">{text("securityLog.total", { count: meta.total })}</span>
      {meta.last_page > 1 && (
        <Pagination
          size="sm"
          total={meta.last_page}
          value={meta.page}
          onChange={turnTo}
          getItemProps={(one) => ({
            "aria-label": text("securityLog.page", { page: number(one) }),
            children: number(one),
          })}
          getControlProps={(control) => ({
            "aria-label": text(control === "previous" ? "securityLog.newer" : "securityLog.older"),
          })}
        />
      )}
    </nav>
  );
}
