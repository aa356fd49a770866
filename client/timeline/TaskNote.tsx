import { ActionIcon, Button } from "@mantine/core";
import { IconAlertTriangle, IconPlus, IconX } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { taskOf } from "../../shared/tasks/tasks.board";
import type { BoardTask } from "../../shared/tasks/tasks.contract";
import { dayText } from "../../shared/timeline/timeline.days.rules";
import { breaks, chainOf, slackOf, waitingFor } from "../../shared/timeline/timeline.plan.rules";
import { spanOf } from "../../shared/timeline/timeline.span.rules";
import { useFormat, useText } from "../platform/intl/useText";
import { useValue } from "../platform/value";
import { Picker } from "../tasks/fields/Picker";
import { Clip } from "../ui/signs/Clip";
import classes from "./Note.module.css";
import { type Plan, planById, tasksOf } from "./timeline.state";
import { usePendingBars, useSpanWords } from "./usePendingBars";
import { useChain, useChart, useHand } from "./useTimeline";

interface TaskNoteProps {
  projectId: number;
  taskId: number;
  /** Opened by the keyboard: the focus goes in. */
  byKeys: boolean;
}

/** The selected bar: when it is, what a move would cost, and what it waits for. */
export function TaskNote({ projectId, taskId, byKeys }: TaskNoteProps) {
  const text = useText();
  const scope = useChart();
  const content = useRef<HTMLDivElement>(null);
  const plan = planById(useValue(scope.store.state$), projectId);
  const task = plan && taskOf(plan.drawn, taskId);
  const words = useSpanWords(scope);
  const span = useHand((hand) => (hand?.task.id === taskId ? hand.span : null)) ?? (task && spanOf(task));
  const chained = useChain((chain) => chain !== null);
  useEffect(() => {
    if (byKeys) content.current?.querySelector<HTMLElement>("button")?.focus();
  }, [byKeys]);
  if (!plan || !task) return null;
  const waiting = waitingFor(tasksOf(plan));
  const chain = chainOf(task, (id) => taskOf(plan.drawn, id), waiting);
  return (
    <div ref={content} className={classes.stack}>
      <div className={classes.head}>
        <b>
          <Clip>{task.title}</Clip>
        </b>
        <bdi className="key">{task.key}</bdi>
      </div>
      {span && <span className={classes.when}>{words(span)}</span>}
      <Cost plan={plan} task={task} waiting={waiting.get(taskId) ?? []} />
      <Blockers plan={plan} task={task} />
      <div className={classes.actions}>
        <Button size="xs" onClick={() => scope.openTask(projectId, taskId)}>
          {text("timeline.open")}
        </Button>
        {chain.size > 1 && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            aria-pressed={chained}
            onClick={() => scope.selection.showChain(chained ? null : chain)}
          >
            {text(chained ? "timeline.hideChain" : "timeline.showChain", { count: chain.size })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** What is broken already, else how far the end can go before something is. */
function Cost({ plan, task, waiting }: { plan: Plan; task: BoardTask; waiting: readonly BoardTask[] }) {
  const text = useText();
  const { day, list } = useFormat();
  const { week } = useChart();
  const span = useHand((hand) => (hand?.task.id === task.id ? hand.span : null)) ?? spanOf(task);
  if (!span) return null;
  const now = { ...task, start_date: span.milestone ? null : dayText(span.from), due_date: dayText(span.to) };
  const late = task.blocker_ids.flatMap((id) => taskOf(plan.drawn, id) ?? []).filter((one) => breaks(one, now));
  const held = waiting.filter((one) => breaks(now, one));
  const keys = (tasks: readonly BoardTask[]) => list(tasks.map(({ key }) => key));
  const warnings = [
    late.length > 0 && text("timeline.cost.early", { blockers: keys(late), count: late.length }),
    held.length > 0 &&
      text("timeline.cost.holds", { tasks: keys(held), count: held.length, day: day(dayText(span.to)) }),
  ].filter((one) => one !== false);
  const slack = slackOf(span, waiting, week.weekend);
  return (
    <>
      {warnings.length > 0 && (
        <div className={classes.warning} role="status">
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <span>{warnings.join(" ")}</span>
        </div>
      )}
      {held.length === 0 && slack !== null && (
        <span className={classes.when}>{text("timeline.cost.slack", { days: Math.max(0, slack) })}</span>
      )}
    </>
  );
}

/** What it waits for: the keyboard's way to draw and to remove arrows. */
function Blockers({ plan, task }: { plan: Plan; task: BoardTask }) {
  const text = useText();
  const scope = useChart();
  const { addBlocker, removeBlocker } = usePendingBars(scope);
  const { id: projectId, can } = plan.facts;
  const blockers = task.blocker_ids.flatMap((id) => taskOf(plan.drawn, id) ?? []);
  const options = tasksOf(plan)
    .filter((other) => other.id !== task.id && !task.blocker_ids.includes(other.id))
    .map((other) => ({ value: String(other.id), label: `${other.key} ${other.title}` }));
  const add = (value: string) => {
    const blocker = taskOf(plan.drawn, Number(value));
    if (blocker) addBlocker(projectId, task, blocker);
  };
  if (blockers.length === 0 && !can.edit) return null;
  return (
    <div className={classes.blockers}>
      <span className={classes.label}>{text("timeline.waitsFor")}</span>
      {blockers.map((blocker) => (
        <span key={blocker.id} className={classes.blocker} data-broken={breaks(blocker, task) || undefined}>
          <bdi className="key">{blocker.key}</bdi>
          <Clip>{blocker.title}</Clip>
          {can.edit && (
            <ActionIcon
              size={20}
              aria-label={text("timeline.unlinkFrom", { blocker: blocker.key })}
              onClick={() => removeBlocker(projectId, task, blocker)}
            >
              <IconX size={12} stroke={2} />
            </ActionIcon>
          )}
        </span>
      ))}
      {can.edit && options.length > 0 && (
        <Picker options={options} chosen={[]} onPick={add} searchLabel={text("timeline.findBlocker")} width={280}>
          {(button) => (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              leftSection={<IconPlus size={12} stroke={2} />}
              {...button}
            >
              {text("timeline.addBlocker")}
            </Button>
          )}
        </Picker>
      )}
    </div>
  );
}
