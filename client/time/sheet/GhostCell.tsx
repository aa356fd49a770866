import { Tooltip } from "@mantine/core";
import { IconWand } from "@tabler/icons-react";
import { useState } from "react";
import { useText } from "../../platform/intl/useText";
import { useGhostWords } from "./Ghosts";
import { arrows, beginsLength, TimeCell, type TimeCellProps } from "./TimeCell";
import classes from "./TimeGrid.module.css";
import { useCellSaving } from "./useCellSaving";
import { useClock } from "../timer/useClock";

/** A suggestion: click or Enter takes it, any figure is written instead. */
export function GhostCell(props: TimeCellProps) {
  const { task, cell, at, current, onGo } = props;
  const text = useText();
  const { hours } = useClock();
  const words = useGhostWords();
  const save = useCellSaving(task, cell);
  const [taken, setTaken] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const { ghost } = cell;
  if (!ghost) return null;
  if (typed !== null) return <TimeCell {...props} startWith={typed} />;
  const take = () => {
    setTaken(true);
    void save(ghost.minutes).catch(() => setTaken(false));
  };
  return (
    <Tooltip label={words(ghost.source)}>
      <button
        type="button"
        className={classes.ghost}
        data-cell={at}
        data-taken={taken || undefined}
        tabIndex={current ? 0 : -1}
        disabled={taken}
        aria-label={text("time.ghost.take", { key: task.key, length: hours(ghost.minutes), why: words(ghost.source) })}
        onClick={take}
        onKeyDown={(event) => {
          if (beginsLength(event)) {
            event.preventDefault();
            return setTyped(event.key);
          }
          const arrow = arrows[event.key as keyof typeof arrows];
          if (!arrow) return;
          event.preventDefault();
          const rightToLeft = getComputedStyle(event.currentTarget).direction === "rtl";
          const side = arrow === "left" ? (rightToLeft ? "end" : "start") : rightToLeft ? "start" : "end";
          onGo(at, arrow === "up" || arrow === "down" ? arrow : side);
        }}
      >
        <IconWand size={14} stroke={1.75} aria-hidden />
        {hours(ghost.minutes)}
      </button>
    </Tooltip>
  );
}
