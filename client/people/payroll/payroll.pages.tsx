import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { listPayrollMonths } from "../../../shared/people/payroll/payroll.contract";
import { payrollStream } from "../../../shared/people/payroll/payroll.events";
import { periodOfMonth } from "../../../shared/people/payroll/payroll.rules";
import { useFormat, useText } from "../../platform/intl/useText";
import { useFollowStream } from "../../platform/live/useFollowStream";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { Avatar } from "../../ui/signs/Avatar";
import { StatusGlyph } from "../../ui/signs/StatusGlyph";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { Table } from "../../ui/Table";
import { PayrollColumns } from "./PayrollColumns";
import classes from "./payroll.module.css";

export function PayrollPage() {
  const text = useText();
  const { day, dateTime } = useFormat();
  const { tenant } = useCurrentUser();
  const query = useEndpoint(listPayrollMonths);
  const [configuring, setConfiguring] = useState(false);
  useFollowStream(payrollStream(tenant.id), query.data);
  return (
    <>
      <PageHead title={text("title.payroll")}>
        {query.data?.can.configure && <Button onClick={() => setConfiguring(true)}>{text("payroll.configure")}</Button>}
      </PageHead>
      <div className={classes.page}>
        <p className={classes.quiet}>{text("payroll.why")}</p>
        <QueryBoundary query={query} failed={text("payroll.failed")}>
          {({ data }) => (
            <Panel>
              <Table aria-label={text("title.payroll")} className={classes.months}>
                <thead>
                  <tr>
                    <th>{text("payroll.month")}</th>
                    <th>{text("payroll.state")}</th>
                    <th>{text("payroll.closedBy")}</th>
                  </tr>
                </thead>
                <tbody>
                  {data.map(({ month, state, closing, closed_at, closed_by }) => (
                    <tr key={month}>
                      <th scope="row">
                        <Link to={paths.payrollMonth(month)}>{day(periodOfMonth(month).from, "monthYear")}</Link>
                      </th>
                      <td>
                        <span className={classes.state}>
                          <StatusGlyph status={state === "closed" ? "done" : closing > 0 ? "review" : "todo"} />
                          {text(
                            state === "closed" ? "payroll.closed" : closing > 0 ? "payroll.reopened" : "payroll.open",
                          )}
                        </span>
                      </td>
                      <td>
                        {closed_at && (
                          <span className={classes.state}>
                            {closed_by && <Avatar person={closed_by} size={20} />}
                            {dateTime(closed_at)}
                          </span>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </Table>
            </Panel>
          )}
        </QueryBoundary>
      </div>
      {configuring && <PayrollColumns onClose={() => setConfiguring(false)} />}
    </>
  );
}
