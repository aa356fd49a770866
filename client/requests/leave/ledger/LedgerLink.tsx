import { useState } from "react";
import type { LeaveDetail } from "../../../../shared/requests/leave/requests/leave.contract";
import { useText } from "../../../platform/intl/useText";
import { useCurrentUser } from "../../../platform/session";
import { LedgerDialog } from "./LedgerDialog";
import classes from "./LedgerDialog.module.css";

export function LedgerLink({ leave: { requester, leave_type: leaveType, start_date } }: { leave: LeaveDetail }) {
  const text = useText();
  const me = useCurrentUser();
  const [open, setOpen] = useState(false);
  const name = requester.id === me.id ? undefined : requester.fullname;
  const of = { userId: requester.id, name, leaveType, year: Number(start_date.slice(0, 4)) };
  return (
    <>
      <button type="button" className={classes.link} onClick={() => setOpen(true)}>
        {text("ledger.open")}
      </button>
      <LedgerDialog of={open ? of : null} onClose={() => setOpen(false)} />
    </>
  );
}
