import { UnstyledButton } from "@mantine/core";
import { useFormat, useText } from "../../platform/intl/useText";
import classes from "./StoredDraftNotice.module.css";

interface StoredDraftNoticeProps {
  /** When the draft was typed last. */
  at: string;
  onDiscard: () => void;
  /** Set if the field doesn't contain the draft yet. */
  onRestore?: () => void;
}

/** Shows that a text is kept on this device, in the field or to be restored. */
export function StoredDraftNotice({ at, onDiscard, onRestore }: StoredDraftNoticeProps) {
  const text = useText();
  const { timeOf } = useFormat();
  return (
    <p className={classes.draft}>
      <span>{text("draft.saved", { at: timeOf(at) })}</span>
      {onRestore && <UnstyledButton onClick={onRestore}>{text("draft.restore")}</UnstyledButton>}
      <UnstyledButton onClick={onDiscard}>{text("draft.discard")}</UnstyledButton>
    </p>
  );
}
