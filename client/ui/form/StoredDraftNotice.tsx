import { UnstyledButton } from "@mantine/core";
import { useFormat, useText } from "../../platform/intl/useText";
import type { OtherDraft } from "../../platform/drafts/useStoredDraft";
import classes from "./StoredDraftNotice.module.css";

interface StoredDraftNoticeProps {
  /** When the draft was typed last. */
  at: string;
  onDiscard: () => void;
  /** Set if the field doesn't contain the draft yet. */
  onRestore?: () => void;
  /** A draft of another tab. */
  other?: OtherDraft | undefined;
}

/** Shows that a text is kept on this device, in the field or to be restored. */
export function StoredDraftNotice({ at, onDiscard, onRestore, other }: StoredDraftNoticeProps) {
  const text = useText();
  const { timeOf } = useFormat();
  const own = (
    <p className={classes.draft}>
      <span>{text("draft.saved", { at: timeOf(at) })}</span>
      {onRestore && <UnstyledButton onClick={onRestore}>{text("draft.restore")}</UnstyledButton>}
      <UnstyledButton onClick={onDiscard}>{text("draft.discard")}</UnstyledButton>
    </p>
  );
  if (!other) return own;
  return (
    <>
      {own}
      <p className={classes.draft}>
        <span>{text("draft.other", { at: timeOf(other.at) })}</span>
        <UnstyledButton onClick={other.onRestore}>{text("draft.restoreOther")}</UnstyledButton>
        <UnstyledButton onClick={other.onDiscard}>{text("draft.discardOther")}</UnstyledButton>
      </p>
    </>
  );
}
