import { Button, Popover } from "@mantine/core";
import { IconPlayerPlay, IconPlayerStop, IconPlus } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useFormat, useText } from "../../platform/intl/useText";
import { useToday } from "../../platform/today";
import { useDuration } from "../../ui/fields/useDuration";
import { EntryForm } from "./EntryForm";
import { SpentBar } from "./SpentBar";
import classes from "./TaskTime.module.css";
import { useTimerActions } from "./timer/timer.actions";
import { useDurationFormat } from "./timer/useDurationFormat";
import { useEntryActions } from "./useEntryActions";
import { type TickingTimer, useElapsedSeconds, useTimer } from "./timer/useTimer";
import flow from "../../ui/layout/flow.module.css";
import tones from "../../ui/layout/tones.module.css";

interface TimedTask {
  id: number;
  spent_minutes: number | null;
  estimate_minutes: number | null;
  can: { log: boolean };
}

/** Spent time and estimate, the timer and manual entry; hidden for users who may not see the spent time. */
export function TaskTime({ task }: { task: TimedTask }) {
  return task.spent_minutes === null ? null : <TimeSummary task={task} spent={task.spent_minutes} />;
}

function TimeSummary({ task, spent }: { task: TimedTask; spent: number }) {
  const text = useText();
  const id = useId();
  const { percent } = useFormat();
  const duration = useDuration();
  const { estimate_minutes: estimate } = task;
  return (
    <section aria-labelledby={id}>
      <header className={classes.head}>
        <h2 id={id}>{text("time.title")}</h2>
        <span className={flow.grow} />
        {task.can.log && <TimerButton taskId={task.id} />}
        {task.can.log && <LogTime taskId={task.id} />}
      </header>
      {estimate === null ? (
        <p className={tones.quiet}>{spent > 0 ? text("time.spent", { spent: duration(spent) }) : text("time.none")}</p>
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

function StopButton({ ticking }: { ticking: TickingTimer }) {
  const text = useText();
  const { running } = useDurationFormat();
  const seconds = useElapsedSeconds(ticking);
  const { stop, pending } = useTimerActions();
  return (
    <Button
      size="xs"
      variant="subtle"
      color="danger"
      leftSection={<IconPlayerStop {...icon} />}
      disabled={pending}
      aria-label={text("timer.stop")}
      onClick={stop}
    >
      <span className="num">{running(seconds)}</span>
    </Button>
  );
}

export function LogTimeForm({ taskId, onDone }: { taskId: number; onDone: () => void }) {
  const today = useToday();
  const { create } = useEntryActions();
  return (
    <EntryForm
      initial={{ date: today, minutes: 0, note: null, version: 0 }}
      withDate
      onSave={async (values, submission) => {
        await create(taskId, values, submission);
        onDone();
      }}
    />
  );
}

function LogTime({ taskId }: { taskId: number }) {
  const text = useText();
  const [opened, setOpened] = useState(false);
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
        {opened && <LogTimeForm taskId={taskId} onDone={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}
