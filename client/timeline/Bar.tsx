import { type CSSProperties, memo } from "react";
import type { Actor } from "../../shared/kernel/events";
import { useFormat, useText } from "../platform/intl/useText";
import { Clip } from "../ui/signs/Clip";
import { toneColor } from "../ui/signs/tones";
import classes from "./Bar.module.css";
import type { Item } from "./timeline.rows";
import type { Mark } from "./timeline.state";
import { useBarWords, useSpanWords } from "./usePendingBars";
import { useChain, useChart, useHand, useSelected } from "./useTimeline";

/** Pixels: a name that has less room than that says nothing. */
const shortest = 34;
/** The name of a longer bar stays in sight while it scrolls away. Not of all: each that does costs while scrolling. */
const longest = 240;

interface BarProps {
  item: Item;
  rowKey: string;
  people: readonly Actor[];
  tabStop: boolean;
  /** Someone else has just changed it, it waits to be sent. */
  state: Mark | null;
}

/** A task on the axis. While it is in one's hand it stands where it would land. */
export const Bar = memo(function Bar({ item, rowKey, people, tabStop, state }: BarProps) {
  const text = useText();
  const { list } = useFormat();
  const { range, dayWidth, today, selection, week } = useChart();
  const { task, project } = item;
  const hand = useHand((held) => (held?.task.id === task.id && held.hold !== "link" ? held : null));
  const targeted = useHand((held) => held?.target === task.id);
  const selected = useSelected((now) => now?.kind === "task" && now.taskId === task.id && now.rowKey === rowKey);
  const dimmed = useChain((chain) => chain !== null && !chain.has(task.id));
  const barWords = useBarWords({ week, today });
  const span = hand?.span ?? item.span;
  const width = (span.to - span.from + 1) * dayWidth;
  const done = task.progress >= 100;
  const late = done || task.due_date === null ? 0 : today - span.to;
  const style = {
    "--from": span.from - range.first,
    "--span": span.to - span.from + 1,
    "--done": `${task.progress}%`,
    "--dot": toneColor(project.color),
  } as CSSProperties;
  return (
    <button
      type="button"
      className={classes.bar}
      style={style}
      data-bar={task.id}
      data-project={project.id}
      data-row={rowKey}
      data-milestone={span.milestone || undefined}
      data-short={(!span.milestone && width < shortest) || undefined}
      data-long={width > longest || undefined}
      data-done={done || undefined}
      data-selected={selected || undefined}
      data-hand={hand ? (hand.outside ? "outside" : "inside") : undefined}
      data-target={targeted || undefined}
      data-dimmed={dimmed || undefined}
      data-state={state ?? undefined}
      data-fixed={!project.can.edit || undefined}
      aria-label={barWords(task, list(people.map(({ fullname }) => fullname)))}
      aria-describedby="timeline-keys"
      aria-expanded={selected}
      tabIndex={tabStop ? 0 : -1}
      onClick={(event) =>
        selection.select(
          selected
            ? null
            : { kind: "task", projectId: project.id, taskId: task.id, rowKey, byKeys: event.detail === 0 },
        )
      }
    >
      {!span.milestone && <i />}
      <span className={classes.name} aria-hidden>
        <Clip>{task.title}</Clip>
      </span>
      {late > 0 && !hand && (
        <span className={classes.late} aria-hidden>
          {text("timeline.late", { days: late })}
        </span>
      )}
      {hand && <HandNote />}
      {project.can.edit && (
        <>
          <span className={classes.grip} data-grip="start" />
          <span className={classes.grip} data-grip="end" />
          <span className={classes.link} data-grip="link" />
        </>
      )}
    </button>
  );
});

/** The dates under what is in the hand, and why it can't be let go there. */
export function HandNote() {
  const text = useText();
  const { week } = useChart();
  const words = useSpanWords({ week });
  const hand = useHand((held) => held);
  if (!hand?.span) return null;
  return (
    <span className={classes.note} data-outside={hand.outside || undefined} aria-hidden>
      {words(hand.span)}
      {hand.outside && <b>{text("task.outsideTimeline")}</b>}
    </span>
  );
}
