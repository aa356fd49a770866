import { Button } from "@mantine/core";
import { useState } from "react";
import { useParams } from "react-router-dom";
import { type PayrollDetail, readPayrollMonth } from "../../../shared/people/payroll/payroll.contract";
import { payrollStream } from "../../../shared/people/payroll/payroll.events";
import { periodOfMonth } from "../../../shared/people/payroll/payroll.rules";
import { useFormat, useText } from "../../platform/intl/useText";
import { useFollowStream } from "../../platform/live/useFollowStream";
import { useEndpoint } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { PageHead } from "../../ui/PageHead";
import { SpreadsheetMenu } from "../../ui/SpreadsheetMenu";
import { StatusGlyph } from "../../ui/signs/StatusGlyph";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { ClosingDialog } from "./ClosingDialog";
import { PayrollClosings } from "./PayrollClosings";
import { PayrollPoints } from "./PayrollPoints";
import { PayrollRows } from "./PayrollRows";
import { saveExport } from "./payroll-calls";
import { ReopenDialog } from "./ReopenDialog";
import classes from "./payroll.module.css";

export function PayrollMonthPage() {
  const { month = "" } = useParams();
  const text = useText();
  const { tenant } = useCurrentUser();
  const query = useEndpoint(readPayrollMonth, { params: { month } });
  useFollowStream(payrollStream(tenant.id), query.data?.data);
  return (
    <QueryBoundary query={query} failed={text("payroll.failed")}>
      {({ data }) => <Month detail={data} />}
    </QueryBoundary>
  );
}

function Month({ detail }: { detail: PayrollDetail }) {
  const text = useText();
  const { day, list } = useFormat();
  const [dialog, setDialog] = useState<"close" | "reopen" | null>(null);
  const { month, state, closing, can } = detail;
  const name = day(periodOfMonth(month).from, "monthYear");
  return (
    <>
      <PageHead
        title={text("payroll.title", { month: name })}
        status={
          <span className={classes.state}>
            <StatusGlyph status={state === "closed" ? "done" : "todo"} />
            {text(state === "closed" ? "payroll.closed" : "payroll.open")}
          </span>
        }
      >
        {state === "closed" && <SpreadsheetMenu save={(format) => saveExport(month, format, closing)} />}
        {can.reopen && <Button onClick={() => setDialog("reopen")}>{text("payroll.reopen")}</Button>}
        {can.close && (
          <Button variant="filled" onClick={() => setDialog("close")}>
            {text("payroll.close")}
          </Button>
        )}
      </PageHead>
      <div className={classes.page}>
        {state === "open" && <PayrollPoints points={detail.points} />}
        {detail.removed.length > 0 && (
          <p className={classes.quiet}>{text("payroll.removed", { names: list(detail.removed) })}</p>
        )}
        {detail.late.joined.length > 0 && (
          <p className={classes.quiet}>{text("payroll.lateJoined", { names: list(detail.late.joined) })}</p>
        )}
        {detail.late.left.length > 0 && (
          <p className={classes.quiet}>{text("payroll.lateLeft", { names: list(detail.late.left) })}</p>
        )}
        <PayrollRows month={month} closed={state === "closed"} />
        {detail.closings.length > 0 && <PayrollClosings detail={detail} />}
      </div>
      {dialog === "close" && <ClosingDialog detail={detail} name={name} onClose={() => setDialog(null)} />}
      {dialog === "reopen" && <ReopenDialog detail={detail} name={name} onClose={() => setDialog(null)} />}
    </>
  );
}
