import { Button, Popover } from "@mantine/core";
import { IconPlayerPlay, IconPlayerStop, IconPlus } from "@tabler/icons-react";
import { useId, useState } from "react";
import type { TaskDetail } from "../../shared/tasks/task-detail.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { useToday } from "../platform/today";
import { useDuration } from "../ui/fields/useDuration";
import { EntryForm } from "./EntryForm";
import { SpentBar } from "./SpentBar";
import classes from "./TaskTime.module.css";
import { asked$, useTimerActions } from "./timer/timer.actions";
import { useClock } from "./timer/useClock";
import { useEntryActions } from "./useEntryActions";
import { isForgotten, type Ticking, useSeconds, useTimer, useTimeZone } from "./timer/useTimer";

type Timed = Pick<TaskDetail, "id" | "spent_minutes" | "estimate_minutes" | "can">;

/** Time spent against the estimate, the timer, and writing time down. */
export function TaskTime({ task }: { task: Timed }) {
  const text = useText();
  const id = useId();
  const { percent } = useFormat();
  const duration = useDuration();
  const { spent_minutes: spent, estimate_minutes: estimate } = task;
  return (
    <section aria-labelledby={id}>
      <header className={classes.head}>
        <h2 id={id}>{text("time.title")}</h2>
        <span className={classes.grow} />
        {task.can.log && <TimerButton taskId={task.id} />}
        {task.can.log && <LogTime taskId={task.id} />}
      </header>
      {estimate === null ? (
        <p className={classes.muted}>
          {spent > 0 ? text("time.spent", { spent: duration(spent) }) : text("time.none")}
        </p>
      ) : (
        <>
          <p className={classes.figures}>
            <span>
              <b>{duration(spent)}</b> {text("time.ofEstimate", { estimate: duration(estimate) })}
            </span>
            <span className={classes.percent} data-over={spent > estimate || undefined}>
              {spent > estimate
                ? text("time.over", { over: duration(spent - estimate) })
                : percent((spent / estimate) * 100)}
            </span>
          </p>
          <SpentBar spent={spent} estimate={estimate} />
        </>
      )}
    </section>
  );
}

const icon = { size: 14, stroke: 1.75, "aria-hidden": true } as const;

function TimerButton({ taskId }: { taskId: number }) {
  const text = useText();
  const ticking = useTimer();
  const { start, pending } = useTimerActions();
  if (ticking?.timer.task.id === taskId) return <StopButton ticking={ticking} />;
  return (
    <Button
      size="xs"
      variant="subtle"
      color="gray"
      leftSection={<IconPlayerPlay {...icon} />}
      disabled={pending}
      onClick={() => start(taskId)}
    >
      {text("timer.start")}
    </Button>
  );
}

function StopButton({ ticking }: { ticking: Ticking }) {
  const text = useText();
  const { running } = useClock();
  const seconds = useSeconds(ticking);
  const zone = useTimeZone();
  const { stop, pending } = useTimerActions();
  const { timer } = ticking;
  return (
    <Button
      size="xs"
      variant="subtle"
      color="danger"
      leftSection={<IconPlayerStop {...icon} />}
      disabled={pending}
      aria-label={text("timer.stop")}
      onClick={() => (isForgotten(timer, seconds, zone) ? asked$.next(timer) : stop())}
    >
      <span className="num">{running(seconds)}</span>
    </Button>
  );
}

function LogTime({ taskId }: { taskId: number }) {
  const text = useText();
  const today = useToday();
  const [opened, setOpened] = useState(false);
  const { create } = useEntryActions();
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconPlus {...icon} />}
          onClick={() => setOpened(!opened)}
        >
          {text("time.log")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={text("time.log")}>
        {opened && (
          <EntryForm
            initial={{ date: today, minutes: 0, note: null }}
            withDate
            onSave={async (values, send) => {
              await create(taskId, values, send);
              setOpened(false);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
