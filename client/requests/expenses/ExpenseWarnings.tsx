import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { ExpenseDetail } from "../../../shared/requests/expenses/expenses.contract";
import { paths } from "../../platform/paths";
import { Message, useText } from "../../platform/intl/useText";
import { Money } from "../../ui/signs/Money";
import classes from "./expenses.module.css";

/** Warnings about an item: violated limits, a missing receipt and possible duplicates. */
export function ExpenseWarnings({ claim, itemId }: { claim: ExpenseDetail; itemId: number }) {
  const text = useText();
  return (
    <>
      {claim.violations
        .filter(({ item_id }) => item_id === itemId)
        .map(({ kind, limit, strict }) => (
          <p key={kind} className={classes.warning} role="note">
            <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
            <span>
              <Message
                id={`expense.violation.${kind}`}
                values={{ limit: <Money amount={limit} currency={claim.currency} /> }}
              />{" "}
              {claim.can.edit && text(strict ? "expense.violation.strict" : "expense.violation.explain")}
            </span>
          </p>
        ))}
      {claim.duplicates
        .filter(({ item_id }) => item_id === itemId)
        .map(({ kind, claim: other }) => (
          <p key={`${kind} ${other?.id}`} className={classes.warning} role="note">
            <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
            <span>
              {text(`expense.duplicate.${kind}`)}{" "}
              {other &&
                (other.id === claim.id ? (
                  <span>{text("expense.duplicate.here")}</span>
                ) : (
                  <Link to={paths.expense("view", other.id)}>
                    <bdi>{other.number ?? text("finance.status.draft")}</bdi>
                  </Link>
                ))}
            </span>
          </p>
        ))}
    </>
  );
}
