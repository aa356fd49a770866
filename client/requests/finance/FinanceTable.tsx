import { Link, useNavigate } from "react-router-dom";
import type { Finance } from "../../../shared/requests/finance/finance-reply.contract";
import { paths } from "../../platform/paths";
import { Message, useFormat, useText } from "../../platform/intl/useText";
import { Avatar } from "../../ui/signs/Avatar";
import { Money } from "../../ui/signs/Money";
import { Table } from "../../ui/Table";
import { FinanceKind } from "./FinanceKind";
import { MoneyStatus } from "../money/MoneyStatus";
import classes from "./FinanceTable.module.css";

interface FinanceTableProps {
  rows: readonly Finance[];
  action?: (row: Finance) => React.ReactNode;
}

export function FinanceTable({ rows, action }: FinanceTableProps) {
  const text = useText();
  const { day } = useFormat();
  const navigate = useNavigate();
  return (
    <Table className={classes.table}>
      <thead>
        <tr>
          <th>{text("finance.number")}</th>
          <th>{text("finance.requester")}</th>
          <th>{text("finance.for")}</th>
          <th>{text("finance.state")}</th>
          <th>{text("finance.next")}</th>
          <th className={classes.end}>{text("finance.amount")}</th>
          <th className={classes.end}>{text("finance.sent")}</th>
          {action && (
            <th>
              <span className="sr-only">{text("finance.moreActions")}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} onClick={() => void navigate(addressOf(row))}>
            <td className={classes.number}>
              <span>
                <FinanceKind type={row.type} />
                <bdi>{row.number ?? "–"}</bdi>
              </span>
            </td>
            <td className={classes.requester}>
              <span>
                <Avatar person={row.requester} size={20} hasVisibleName />
                <bdi>{row.requester.fullname}</bdi>
              </span>
            </td>
            <td className={classes.title}>
              <Link dir="auto" to={addressOf(row)} onClick={(event) => event.stopPropagation()}>
                {row.title || text(`finance.type.${row.type}`)}
              </Link>
            </td>
            <td className={classes.state}>
              <MoneyStatus status={row.status} next={row.next_status} />
            </td>
            <td className={classes.next}>
              <Next row={row} />
            </td>
            <td className={`${classes.end} ${classes.amount}`}>
              <Money amount={row.amount} currency={row.currency} />
            </td>
            <td className={`${classes.end} ${classes.sent}`}>{row.date ? day(row.date) : "–"}</td>
            {action && (
              <td className={classes.action} onClick={(event) => event.stopPropagation()}>
                {action(row)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Drafts open in the editor, other requests in the read-only view. */
const addressOf = ({ id, status }: Finance) => paths.invoice(status === "draft" ? "edit" : "view", id);

function Next({ row }: { row: Finance }) {
  const text = useText();
  const { day } = useFormat();
  const { next_status: next, status } = row;
  if (status === "draft") return text("finance.next.send");
  if (status === "rejected") return text("finance.next.resend");
  switch (next?.action) {
    case "decide":
      return null; // the status already shows the next step
    case "resubmit":
      return text("finance.next.resend");
    case "pay":
      return next.day ? <Message id="finance.next.payBy" values={{ day: day(next.day) }} /> : text("finance.next.pay");
    case "settle":
      return <span className={classes.soon}>{text("finance.next.settle")}</span>;
    case "archive":
      return next.day && text("finance.next.archive", { day: day(next.day) });
    default:
      return null;
  }
}
