import { IconLayoutRows } from "@tabler/icons-react";
import { isProjectFieldKey } from "../../../../shared/work/fields/field-keys";
import { useColumnTitle } from "../fields/useColumnTitle";
import { groupFieldKeysOf } from "../state/field-groups";
import { useBoard } from "../state/useBoard";
import { UnstyledButton } from "@mantine/core";
import { useText } from "../../../platform/intl/useText";
import { useIsCompactWidth } from "../../../platform/useIsPhoneWidth";
import { type LaneKind, laneKindOf, laneKinds } from "../state/board.lanes";
import classes from "./LanePill.module.css";
import { Picker } from "../../../ui/fields/Picker";
import { useLaneKind } from "../state/useLanes";

export function LanePill() {
  const text = useText();
  const compact = useIsCompactWidth();
  const [kind, change] = useLaneKind();
  const titleOf = useColumnTitle();
  const fields = useBoard(({ drawn }) => drawn.fields);
  const nameOf = (one: LaneKind | "none") =>
    isProjectFieldKey(one) ? text("board.lanes.field", { field: titleOf(one) }) : text(`board.lanes.${one}`);
  const options = ["none", ...laneKinds, ...groupFieldKeysOf(fields)] as const;
  return (
    <Picker
      options={options.map((value) => ({ value, label: nameOf(value) }))}
      chosen={[kind ?? "none"]}
      onPick={(value) => change(laneKindOf(value, fields))}
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
