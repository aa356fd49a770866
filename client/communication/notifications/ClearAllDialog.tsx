import { useText } from "../../platform/intl/useText";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { useNotificationActions } from "./useNotificationActions";

/** Confirms first, because clearing can't be undone. */
export function ClearAllDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const text = useText();
  const { clear, clearing } = useNotificationActions();
  return (
    <ConfirmDialog
      opened={opened}
      title={text("notifications.clear.title")}
      confirmLabel={text("notifications.clear.confirm")}
      pending={clearing}
      onConfirm={() => clear(onClose)}
      onClose={onClose}
    >
      {text("notifications.clear.why")}
    </ConfirmDialog>
  );
}
