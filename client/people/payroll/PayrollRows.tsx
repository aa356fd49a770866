import { Pagination } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { listPayrollRows, type PayrollRow } from "../../../shared/people/payroll/payroll.contract";
import { columnKind, type PayrollColumn } from "../../../shared/people/payroll/payroll.rules";
import { Message, useFormat, useText } from "../../platform/intl/useText";
import { useFollowStream } from "../../platform/live/useFollowStream";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { Panel } from "../../ui/Panel";
import { EmptyState } from "../../ui/states/EmptyState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { Table } from "../../ui/Table";
import { useDirectoryStream } from "../organization/useDirectoryStream";
import { PayrollValue, useColumnTitle } from "./PayrollValue";
import classes from "./payroll.module.css";

const pageSize = 50;

/** One row per person with the exported values, or with the current values if the month is open. */
export function PayrollRows({ month, closed }: { month: string; closed: boolean }) {
  const text = useText();
  const { number } = useFormat();
  const titleOf = useColumnTitle();
  const [page, setPage] = useState(1);
  const query = useEndpoint(
    listPayrollRows,
    { params: { month }, query: { page, per_page: pageSize } },
    { placeholderData: keepPreviousData },
  );
  useFollowStream(useDirectoryStream(), query.data);
  const title = text(closed ? "payroll.rows.exported" : "payroll.rows.present");
  return (
    <Panel title={title} count={query.data && number(query.data.meta.total)}>
      <QueryBoundary query={query} failed={text("payroll.failed")}>
        {({ columns, data, meta }) =>
          data.length === 0 ? (
            <EmptyState title={text("payroll.nobody")} />
          ) : (
            <>
              {data.some(({ now }) => Object.keys(now).length > 0) && (
                <p className={classes.since} role="status">
                  <strong>{text("payroll.changedSince")}</strong> {text("payroll.changedSince.why")}
                </p>
              )}
              <Table aria-label={title} className={classes.rows}>
                <thead>
                  <tr>
                    {inDisplayOrder(columns).map((column) => (
                      <th key={column.key} data-figure={isFigure(column.key) || undefined}>
                        {titleOf(column)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.map((row) => (
                    <tr key={row.position}>
                      {inDisplayOrder(columns).map(({ key }, at) =>
                        at === 0 ? (
                          <th key={key} scope="row">
                            <Cell row={row} column={key} />
                            {row.added && <span className={classes.added}>{text("payroll.added")}</span>}
                          </th>
                        ) : (
                          <td
                            key={key}
                            data-figure={isFigure(key) || undefined}
                            data-changed={key in row.before || key in row.now || undefined}
                          >
                            <Cell row={row} column={key} />
                          </td>
                        ),
                      )}
                    </tr>
                  ))}
                </tbody>
              </Table>
              {meta.last_page > 1 && (
                <nav className={classes.pages} aria-label={text("payroll.pages")}>
                  <Pagination
                    size="sm"
                    total={meta.last_page}
                    value={page}
                    onChange={setPage}
                    getItemProps={(one) => ({
                      "aria-label": text("securityLog.page", { page: number(one) }),
                      children: number(one),
                    })}
                    getControlProps={(control) => ({
                      "aria-label": text(control === "previous" ? "payroll.previousPage" : "payroll.nextPage"),
                    })}
                  />
                </nav>
              )}
            </>
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

/** A value, with the previous export's value and the current value if they differ. */
function Cell({ row: { user, cells, before, now, reasons }, column }: { row: PayrollRow; column: string }) {
  const value = <PayrollValue column={column} cell={cells[column]} />;
  const claims = reasons.filter((reason) => reason.column === column);
  return (
    <>
      {column === "name" && user && <Link to={paths.employeeView(user.id)}>{value}</Link>}
      {claims.length > 0 && <Reasons claims={claims}>{value}</Reasons>}
      {(column !== "name" || !user) && claims.length === 0 && value}
      {column in before && (
        <small>
          <Message id="payroll.before" values={{ value: <PayrollValue column={column} cell={before[column]} /> }} />
        </small>
      )}
      {column in now && (
        <small>
          <Message id="payroll.now" values={{ value: <PayrollValue column={column} cell={now[column]} /> }} />
        </small>
      )}
    </>
  );
}

/** A value that unfolds to the expense claims behind it. */
function Reasons({ claims, children }: { claims: PayrollRow["reasons"]; children: ReactNode }) {
  const can = useCan();
  return (
    <details className={classes.reasons}>
      <summary>{children}</summary>
      <ul>
        {claims.map(({ id, number, column, amount }) => (
          <li key={id}>
            {can("expense-list") ? (
              <Link to={paths.expense("view", id)}>
                <bdi>{number}</bdi>
              </Link>
            ) : (
              <bdi>{number}</bdi>
            )}{" "}
            <PayrollValue column={column} cell={amount} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The name before the personnel number, because the first column stays in view. */
function inDisplayOrder(columns: readonly PayrollColumn[]): PayrollColumn[] {
  const isName = ({ key }: PayrollColumn) => key === "name";
  const personnelNumber: PayrollColumn = { key: "employee_id", name: null };
  return [...columns.filter(isName), personnelNumber, ...columns.filter((column) => !isName(column))];
}

const isFigure = (key: string) => !key.endsWith("_change") && ["minutes", "days", "amount"].includes(columnKind(key));
