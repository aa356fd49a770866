import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { FinanceDetail } from "../../../shared/finance/finance-reply.contract";
import { paths } from "../../platform/paths";
import { useText } from "../../platform/intl/useText";
import classes from "../FinanceView.module.css";

/** The same invoice asked for twice is seen before it is paid twice. */
export function SameInvoice({ same }: { same: FinanceDetail["same_invoice"] }) {
  const text = useText();
  if (same.length === 0) return null;
  return (
    <p className={classes.warning} role="note">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      {text("finance.sameInvoice", { count: same.length })}
      {same.map((one) => (
        <Link key={one.id} to={paths.invoice("view", one.id)}>
          <bdi>{one.number ?? text("finance.status.draft")}</bdi>
        </Link>
      ))}
    </p>
  );
}
