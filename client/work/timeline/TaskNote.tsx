import { ActionIcon, Button } from "@mantine/core";
import { IconAlertTriangle, IconPlus, IconX } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { taskById } from "../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { dayOfNumber } from "../../../shared/kernel/day-number";
import {
  violatesDependency,
  dependencyChainOf,
  workingDaysOfSlack,
  dependentsByBlocker,
} from "../../../shared/work/timeline/timeline.plan.rules";
import { timelineSpanOf } from "../../../shared/work/timeline/timeline.span.rules";
import { useFormat, useText } from "../../platform/intl/useText";
import { useStore } from "../../platform/store";
import { Picker } from "../../ui/fields/Picker";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import classes from "./Note.module.css";
import { type ProjectPlan, planById, planTasks } from "./timeline.state";
import { usePendingBars, useSpanText } from "./usePendingBars";
import { useDependencyChain, useChart, useDragState } from "./useTimeline";
import tones from "../../ui/layout/tones.module.css";
import flow from "../../ui/layout/flow.module.css";

interface TaskNoteProps {
  projectId: number;
  taskId: number;
  /** True if the popover was opened by keyboard; the focus then moves into it. */
  byKeys: boolean;
}

export function TaskNote({ projectId, taskId, byKeys }: TaskNoteProps) {
  const text = useText();
  const scope = useChart();
  const content = useRef<HTMLDivElement>(null);
  const plan = planById(useStore(scope.store.state$), projectId);
  const task = plan && taskById(plan.drawn, taskId);
  const words = useSpanText(scope);
  const span = useDragState((drag) => (drag?.task.id === taskId ? drag.span : null)) ?? (task && timelineSpanOf(task));
  const chained = useDependencyChain((chain) => chain !== null);
  useEffect(() => {
    if (byKeys) content.current?.querySelector<HTMLElement>("button")?.focus();
  }, [byKeys]);
  if (!plan || !task) return null;
  const waiting = dependentsByBlocker(planTasks(plan));
  const chain = dependencyChainOf(task, (id) => taskById(plan.drawn, id), waiting);
  return (
    <div ref={content} className={classes.stack}>
      <div className={classes.head}>
        <b>
          <TruncatedName>{task.title}</TruncatedName>
        </b>
        <bdi className="key">{task.key}</bdi>
      </div>
      {span && <span className={tones.muted}>{words(span)}</span>}
      <Cost plan={plan} task={task} waiting={waiting.get(taskId) ?? []} />
      <Blockers plan={plan} task={task} />
      <div className={flow.wrapNarrow}>
        <Button size="xs" onClick={() => scope.openTask(projectId, taskId)}>
          {text("timeline.open")}
        </Button>
        {plan.facts.can.edit && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            onClick={() =>
              scope.say(text("timeline.said.together", { count: scope.selection.toggleTogether(projectId, taskId) }))
            }
          >
            {text("timeline.select")}
          </Button>
        )}
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

/** Shows conflicts with dependent tasks, or else how far the end can move without a conflict. */
function Cost({ plan, task, waiting }: { plan: ProjectPlan; task: BoardTask; waiting: readonly BoardTask[] }) {
  const text = useText();
  const { day, list } = useFormat();
  const { week } = useChart();
  const span = useDragState((drag) => (drag?.task.id === task.id ? drag.span : null)) ?? timelineSpanOf(task);
  if (!span) return null;
  const now = { ...task, start_date: span.dueOnly ? null : dayOfNumber(span.from), due_date: dayOfNumber(span.to) };
  const late = task.blocker_ids
    .flatMap((id) => taskById(plan.drawn, id) ?? [])
    .filter((one) => violatesDependency(one, now));
  const blockedTasks = waiting.filter((one) => violatesDependency(now, one));
  const keys = (tasks: readonly BoardTask[]) => list(tasks.map(({ key }) => key));
  const warnings = [
    late.length > 0 && text("timeline.cost.early", { blockers: keys(late), count: late.length }),
    blockedTasks.length > 0 &&
      text("timeline.cost.holds", {
        tasks: keys(blockedTasks),
        count: blockedTasks.length,
        day: day(dayOfNumber(span.to)),
      }),
  ].filter((one) => one !== false);
  const slack = workingDaysOfSlack(span, waiting, week.weekend);
  return (
    <>
      {warnings.length > 0 && (
        <div className={classes.warning} role="status">
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <span>{warnings.join(" ")}</span>
        </div>
      )}
      {blockedTasks.length === 0 && slack !== null && (
        <span className={tones.muted}>{text("timeline.cost.slack", { days: Math.max(0, slack) })}</span>
      )}
    </>
  );
}

/** Blockers of the task, as the keyboard alternative to drawing arrows. */
function Blockers({ plan, task }: { plan: ProjectPlan; task: BoardTask }) {
  const text = useText();
  const scope = useChart();
  const { addBlocker, removeBlocker } = usePendingBars(scope);
  const { can } = plan.facts;
  const blockers = task.blocker_ids.flatMap((id) => taskById(plan.drawn, id) ?? []);
  const options = planTasks(plan)
    .filter((other) => other.id !== task.id && !task.blocker_ids.includes(other.id))
    .map((other) => ({ value: String(other.id), label: `${other.key} ${other.title}` }));
  const add = (value: string) => {
    const blocker = taskById(plan.drawn, Number(value));
    if (blocker) addBlocker(task, blocker);
  };
  if (blockers.length === 0 && !can.edit) return null;
  return (
    <div className={classes.blockers}>
      <span className={tones.quietSmall}>{text("timeline.waitsFor")}</span>
      {blockers.map((blocker) => (
        <span key={blocker.id} className={classes.blocker} data-broken={violatesDependency(blocker, task) || undefined}>
          <bdi className="key">{blocker.key}</bdi>
          <TruncatedName>{blocker.title}</TruncatedName>
          {can.edit && (
            <ActionIcon
              size={20}
              aria-label={text("timeline.unlinkFrom", { blocker: blocker.key })}
              onClick={() => removeBlocker(task, blocker)}
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
