import { IconLayoutRows } from "@tabler/icons-react";
import { UnstyledButton } from "@mantine/core";
import { useText } from "../../../platform/intl/useText";
import { laneKindOf, laneKinds } from "../state/board.lanes";
import classes from "./Lanes.module.css";
import { Picker } from "../../fields/Picker";
import { useLaneKind } from "./useLanes";

/** Into which swimlanes the board is parted, if any. */
export function LanePill() {
  const text = useText();
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
        <UnstyledButton {...button} className={classes.pill}>
          <IconLayoutRows size={16} stroke={1.75} aria-hidden />
          {nameOf(kind ?? "none")}
        </UnstyledButton>
      )}
    </Picker>
  );
}
