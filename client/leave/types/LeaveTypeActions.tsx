import { Button } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import {
  archiveLeaveType,
  deleteLeaveType,
  type LeaveType,
  restoreLeaveType,
} from "../../../shared/leave/leave-types.contract";
import { paths } from "../../platform/paths";
import { useNameOf } from "../../platform/intl/useNameOf";
import { useText } from "../../platform/intl/useText";
import { useAction } from "../../platform/query";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { toast } from "../../ui/toast/toast";

/** What somebody has asked for is archived and can come back; what nobody has may be deleted. */
export function LeaveTypeActions({ type }: { type: LeaveType }) {
  const text = useText();
  const nameOf = useNameOf();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const done = ({ message }: { message?: string }) => {
    toast.done(message ?? "");
    void navigate(paths.leaveTab("types"));
  };
  const archive = useAction(archiveLeaveType, { onSuccess: done });
  const restore = useAction(restoreLeaveType, { onSuccess: done });
  const remove = useAction(deleteLeaveType, { onSuccess: done });
  const params = { id: type.id };
  return (
    <>
      {type.can.delete && (
        <Button variant="subtle" color="danger" onClick={() => setAsking(true)}>
          {text("action.delete")}
        </Button>
      )}
      {type.can.archive && (
        <Button loading={archive.isPending} onClick={() => archive.mutate({ params })}>
          {text("leaveType.archive")}
        </Button>
      )}
      {type.can.restore && (
        <Button loading={restore.isPending} onClick={() => restore.mutate({ params })}>
          {text("leaveType.restore")}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={text("leaveType.delete.title", { name: nameOf(type) })}
        confirmLabel={text("action.delete")}
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ params })}
        onClose={() => setAsking(false)}
      >
        {text("leaveType.delete.why")}
      </ConfirmDialog>
    </>
  );
}
