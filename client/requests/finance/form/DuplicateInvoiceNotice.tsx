import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { FinanceDetail } from "../../../../shared/requests/finance/finance-reply.contract";
import { paths } from "../../../platform/paths";
import { useText } from "../../../platform/intl/useText";
import classes from "../../money/RequestNotice.module.css";

/** Warns when other requests have the same invoice, so that it isn't paid twice. */
export function DuplicateInvoiceNotice({ same }: { same: FinanceDetail["same_invoice"] }) {
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
