import { Button } from "@mantine/core";
import { useState } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { cancelLeave, discardLeave, readLeave } from "../../../shared/requests/leave/requests/leave.contract";
import { paths } from "../../platform/paths";
import { useScreenTitle } from "../../platform/screen-title";
import { useNameOf } from "../../platform/intl/useNameOf";
import { useFormat, useText } from "../../platform/intl/useText";
import { useAction, useEndpoint } from "../../platform/query";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { PageHead } from "../../ui/PageHead";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { ChangeLeave } from "./requests/ChangeLeave";
import { DelegateOffer } from "./cover/DelegateOffer";
import { Holidays } from "./calendar/Holidays";
import { LeaveDecision } from "./requests/LeaveView";
import { LeaveForm } from "./requests/LeaveForm";
import { LeaveRequests } from "./requests/list/LeaveRequests";
import { useLeaveTab } from "./types/LeaveTabs";
import { LeaveTypes } from "./types/LeaveTypes";
import classes from "./types/leave.module.css";
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
  return <OneLeave key={id} id={Number(id)} editing={mode === "edit"} />;
}

function OneLeave({ id, editing }: { id: number; editing: boolean }) {
  const text = useText();
  const { dateTime } = useFormat();
  // The form keeps the version it was opened with, so that another user's change leads to 409 instead of being overwritten.
  const query = useEndpoint(readLeave, { params: { id } });
  const { datesOf } = useLeaveTexts();
  const nameOf = useNameOf();
  useScreenTitle(query.data && `${nameOf(query.data.data.leave_type)}, ${datesOf(query.data.data)}`);
  const navigate = useNavigate();
  const [asking, setAsking] = useState<"cancel" | "discard" | "change" | null>(null);
  const close = () => setAsking(null);
  const cancel = useAction(cancelLeave, { onSuccess: close });
  const discard = useAction(discardLeave, { onSuccess: () => void navigate(paths.leaves, { replace: true }) });
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={6} height={48} />} failed={text("leave.failed")}>
      {({ data: leave }) =>
        editing && leave.can.edit ? (
          <LeaveForm leave={leave} />
        ) : (
          <div className={classes.one}>
            <PageHead
              title={text("title.leave")}
              sub={
                leave.sent_at &&
                text(leave.entered_by ? "leave.enteredAt" : "leave.sentAt", { at: dateTime(leave.sent_at) })
              }
            >
              {leave.can.discard && <Button onClick={() => setAsking("discard")}>{text("leave.discard")}</Button>}
              {leave.can.cancel && (
                <Button onClick={() => setAsking("cancel")}>
                  {text(leave.credit ? "leave.credit.withdraw" : "leave.takeBack")}
                </Button>
              )}
              {leave.can.change && <Button onClick={() => setAsking("change")}>{text("leave.changeDates")}</Button>}
              {leave.can.edit && (
                <Button variant="filled" onClick={() => navigate(paths.leave("edit", id))}>
                  {text("leave.change")}
                </Button>
              )}
            </PageHead>
            <DelegateOffer leave={leave} />
            <LeaveDecision id={id} />
            <ChangeLeave leave={leave} opened={asking === "change"} onClose={close} />
            <ConfirmDialog
              opened={asking === "cancel"}
              title={text(
                leave.credit
                  ? "leave.credit.withdraw.title"
                  : leave.changes
                    ? "leave.takeBack.changeTitle"
                    : "leave.takeBack.title",
              )}
              confirmLabel={text(leave.credit ? "leave.credit.withdraw" : "leave.takeBack")}
              pending={cancel.isPending}
              onConfirm={() => cancel.mutate({ params: { id }, body: { version: leave.version } })}
              onClose={close}
            >
              {text(
                leave.credit
                  ? "leave.credit.withdraw.why"
                  : leave.changes
                    ? "leave.takeBack.changeWhy"
                    : "leave.takeBack.why",
              )}
            </ConfirmDialog>
            <ConfirmDialog
              opened={asking === "discard"}
              title={text("leave.discard.title")}
              confirmLabel={text("leave.discard")}
              pending={discard.isPending}
              onConfirm={() => discard.mutate({ params: { id } })}
              onClose={close}
            >
              {text("leave.discard.why")}
            </ConfirmDialog>
          </div>
        )
      }
    </QueryBoundary>
  );
}
