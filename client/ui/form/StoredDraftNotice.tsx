import { UnstyledButton } from "@mantine/core";
import { useFormat, useText } from "../../platform/intl/useText";
import classes from "./StoredDraftNotice.module.css";

interface StoredDraftNoticeProps {
  /** When the draft was typed last. */
  at: string;
  onDiscard: () => void;
}

/** Shows that a field contains a text kept on this device. */
export function StoredDraftNotice({ at, onDiscard }: StoredDraftNoticeProps) {
  const text = useText();
  const { timeOf } = useFormat();
  return (
    <p className={classes.draft}>
      <span>{text("draft.saved", { at: timeOf(at) })}</span>
      <UnstyledButton onClick={onDiscard}>{text("draft.discard")}</UnstyledButton>
    </p>
  );
}
