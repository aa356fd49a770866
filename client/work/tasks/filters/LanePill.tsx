import { IconLayoutRows } from "@tabler/icons-react";
import { UnstyledButton } from "@mantine/core";
import { useText } from "../../../platform/intl/useText";
import { useIsCompactWidth } from "../../../platform/useIsPhoneWidth";
import { laneKindOf, laneKinds } from "../state/board.lanes";
import classes from "./LanePill.module.css";
import { Picker } from "../../../ui/fields/Picker";
import { useLaneKind } from "../state/useLanes";

export function LanePill() {
  const text = useText();
  const compact = useIsCompactWidth();
  const [kind, change] = useLaneKind();
  const nameOf = (one: string) => text(`board.lanes.${laneKindOf(one) ?? "none"}`);
  return (
    <Picker
      options={["none", ...laneKinds].map((value) => ({ value, label: nameOf(value) }))}
      chosen={[kind ?? "none"]}
      onPick={(value) => change(laneKindOf(value))}
      searchLabel={text("board.lanes.label")}
    >
      {(button) => (
        <UnstyledButton {...button} className={classes.pill} title={compact ? text("board.lanes.label") : undefined}>
          <IconLayoutRows size={16} stroke={1.75} aria-hidden />
          <span className={compact && !kind ? "sr-only" : undefined}>{nameOf(kind ?? "none")}</span>
        </UnstyledButton>
      )}
    </Picker>
  );
}
