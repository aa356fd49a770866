import { Button } from "@mantine/core";
import { useState } from "react";
import { useNavigate, useParams } from "react-router-dom";
import {
  cancelLeave,
  discardLeave,
  type LeaveDetail,
  readLeave,
} from "../../../shared/requests/leave/requests/leave.contract";
import { RequestPage, RequestScreen } from "../../approvals/documents/RequestPage";
import { type ConfirmTexts, useConfirmedAction } from "../../approvals/documents/useConfirmedAction";
import { paths } from "../../platform/paths";
import { useNameOf } from "../../platform/intl/useNameOf";
import { useFormat, useText } from "../../platform/intl/useText";
import { ChangeLeave } from "./requests/ChangeLeave";
import { DelegateOffer } from "./cover/DelegateOffer";
import { Holidays } from "./calendar/Holidays";
import { LeaveDecision } from "./requests/LeaveView";
import { LeaveForm } from "./requests/LeaveForm";
import { discardTexts } from "./requests/leave-form";
import { LeaveRequests } from "./requests/list/LeaveRequests";
import { useLeaveTab } from "./types/LeaveTabs";
import { LeaveTypes } from "./types/LeaveTypes";
import { useLeaveTexts } from "./types/useLeaveTexts";
import { PeopleBalances } from "./ledger/PeopleBalances";
import { TeamOverview } from "./cover/TeamOverview";

export function LeaveListPage() {
  const tab = useLeaveTab();
  if (tab === "types") return <LeaveTypes />;
  if (tab === "team") return <TeamOverview />;
  if (tab === "holidays") return <Holidays />;
  if (tab === "balances") return <PeopleBalances />;
  return <LeaveRequests />;
}

export function LeavePage() {
  const { mode, id } = useParams();
  if (mode === "create") return <LeaveForm leave={null} />;
  return <Leave key={id} id={Number(id)} editing={mode === "edit"} />;
}

function Leave({ id, editing }: { id: number; editing: boolean }) {
  const { datesOf } = useLeaveTexts();
  const nameOf = useNameOf();
  // The form keeps the version it was opened with, so that another user's change leads to 409 instead of being overwritten.
  return (
    <RequestPage
      id={id}
      read={readLeave}
      failed="leave.failed"
      titleOf={(leave) => `${nameOf(leave.leave_type)}, ${datesOf(leave)}`}
    >
      {(leave) => (editing && leave.can.edit ? <LeaveForm leave={leave} /> : <LeaveScreen leave={leave} />)}
    </RequestPage>
  );
}

function LeaveScreen({ leave }: { leave: LeaveDetail }) {
  const { id, version, can } = leave;
  const text = useText();
  const { dateTime } = useFormat();
  const navigate = useNavigate();
  const [isChanging, setChanging] = useState(false);
  const cancelTexts = cancelTextsOf(leave);
  const cancellation = useConfirmedAction(cancelLeave, { params: { id }, body: { version } }, { texts: cancelTexts });
  const discarding = useConfirmedAction(
    discardLeave,
    { params: { id } },
    { texts: discardTexts, onSuccess: () => void navigate(paths.leaves, { replace: true }) },
  );
  const sentAt = leave.entered_by ? "leave.enteredAt" : "leave.sentAt";
  return (
    <RequestScreen
      title={text("title.leave")}
      sub={leave.sent_at && text(sentAt, { at: dateTime(leave.sent_at) })}
      actions={
        <>
          {can.discard && <Button onClick={discarding.confirm}>{text(discardTexts.label)}</Button>}
          {can.cancel && <Button onClick={cancellation.confirm}>{text(cancelTexts.label)}</Button>}
          {can.change && <Button onClick={() => setChanging(true)}>{text("leave.changeDates")}</Button>}
          {can.edit && (
            <Button variant="filled" onClick={() => navigate(paths.leave("edit", id))}>
              {text("leave.change")}
            </Button>
          )}
        </>
      }
    >
      <DelegateOffer leave={leave} />
      <LeaveDecision id={id} />
      <ChangeLeave leave={leave} opened={isChanging} onClose={() => setChanging(false)} />
      {cancellation.dialog}
      {discarding.dialog}
    </RequestScreen>
  );
}

function cancelTextsOf({ credit, changes }: LeaveDetail): ConfirmTexts {
  if (credit) {
    const label = "leave.credit.withdraw";
    return { label, title: "leave.credit.withdraw.title", why: "leave.credit.withdraw.why" };
  }
  const label = "leave.takeBack";
  return changes
    ? { label, title: "leave.takeBack.changeTitle", why: "leave.takeBack.changeWhy" }
    : { label, title: "leave.takeBack.title", why: "leave.takeBack.why" };
}
