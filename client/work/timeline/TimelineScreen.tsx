import { ActionIcon, Button, Menu, SegmentedControl } from "@mantine/core";
import { IconCheck, IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { isFiltering } from "../../../shared/work/tasks/tasks.filter.rules";
import { dayWidths, zoomStepDays, timelineZooms } from "../../../shared/work/timeline/timeline.axis.rules";
import { addDays } from "../../../shared/kernel/days";
import { dayNumber } from "../../../shared/kernel/day-number";
import { useText } from "../../platform/intl/useText";
import { useToday } from "../../platform/today";
import { useIsPhoneWidth } from "../../platform/useIsPhoneWidth";
import { FilterPill } from "../../ui/fields/FilterPill";
import { useBoardFilter } from "../tasks/filters/useBoardFilter";
import { PageHead } from "../../ui/PageHead";
import { useShortcuts } from "../../ui/keys/shortcuts";
import { toast } from "../../ui/toast/toast";
import { TimelineChart, type ChartControls } from "./TimelineChart";
import {
  groupings,
  type RowOptions,
  buildTimelineRows,
  rowFilter,
  spansByTask,
  type TimelineRow,
} from "./timeline.rows";
import { ProjectStateNote } from "../projects/ProjectStateNote";
import { useComingDates } from "../series/useComingDates";
import { useShownTasks } from "../projects/shown-order";
import type { ProjectPlan } from "./timeline.state";
import type { TimelineStore } from "./timeline.store";
import { TimelineEmpty } from "./TimelineEmpty";
import { TimelineFilters } from "./TimelineFilters";
import classes from "./Timeline.module.css";
import { useTimelineView } from "./useTimelineView";
import flow from "../../ui/layout/flow.module.css";

/** Width in pixels of a milestone and its name in a shared row. */
const nameWidth = 170;

/** Days from today for which the tasks of series are shown. */
const comingDays = 365;

interface TimelineScreenProps {
  store: TimelineStore;
  plans: readonly ProjectPlan[];
  single: boolean;
  title: ReactNode;
  tabs?: ReactNode;
  openTask: (projectId: number, taskId: number) => void;
}

export function TimelineScreen({ store, plans, single, title, tabs, openTask }: TimelineScreenProps) {
  const { view } = useTimelineView();
  const { filter } = useBoardFilter();
  const today = useToday();
  const narrow = useIsPhoneWidth();
  const [sortSpans, setSortSpans] = useState<RowOptions["sortSpans"]>(null);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const controls = useRef<ChartControls>(null);
  const [announcement, setAnnouncement] = useState("");
  useRefusals(store, setAnnouncement);
  useChartKeys(controls);

  const chosen = useMemo(
    () => (view.projects.length > 0 ? plans.filter(({ facts }) => view.projects.includes(facts.id)) : plans),
    [plans, view.projects],
  );
  const [project] = single ? plans : [];
  const coming = useComingDates(
    project ? { id: project.facts.id, board: project.drawn } : null,
    { from: today, to: addDays(today, comingDays) },
    filter,
  );
  const shows = useMemo(() => rowFilter(filter, today), [filter, today]);
  const rows = useMemo(
    () =>
      buildTimelineRows(chosen, {
        by: view.by,
        shows,
        filtering: isFiltering(filter),
        today: dayNumber(today),
        nameDays: Math.ceil(nameWidth / dayWidths[view.zoom]),
        toggled,
        sortSpans,
        coming,
      }),
    [chosen, view.by, view.zoom, shows, filter, today, toggled, sortSpans, coming],
  );
  useShownTasks(rows.flatMap(tasksInRow));
  const latest = useRef(chosen);
  useLayoutEffect(() => {
    latest.current = chosen;
  });
  const onHold = useCallback(
    (isDragging: boolean) => setSortSpans((now) => (isDragging ? (now ?? spansByTask(latest.current)) : null)),
    [],
  );
  const toggle = (key: string) =>
    setToggled((now) => new Set(now.has(key) ? [...now].filter((one) => one !== key) : [...now, key]));
  return (
    <div className={flow.fillColumn}>
      <PageHead
        title={title}
        tabs={
          <>
            {tabs}
            {!narrow && <ByControl />}
          </>
        }
      >
        {!narrow && (
          <>
            <Steps controls={controls} />
            <ZoomControl />
          </>
        )}
      </PageHead>
      {single && plans[0] && <ProjectStateNote projectId={plans[0].facts.id} />}
      <TimelineFilters plans={plans} single={single}>
        {narrow && (
          <>
            <Steps controls={controls} />
            <ViewMenu />
          </>
        )}
      </TimelineFilters>
      {rows.length > 0 ? (
        <TimelineChart
          store={store}
          plans={chosen}
          rows={rows}
          onToggle={toggle}
          controls={controls}
          say={setAnnouncement}
          openTask={openTask}
          onHold={onHold}
        />
      ) : (
        <TimelineEmpty filtering={isFiltering(filter) || view.projects.length > 0} single={single} />
      )}
      <div role="status" aria-live="assertive" aria-atomic className="sr-only">
        {announcement}
      </div>
    </div>
  );
}

function tasksInRow(row: TimelineRow): readonly number[] {
  if (row.kind === "task") return [row.item.task.id];
  if (row.kind === "lane") return row.items.map(({ task }) => task.id);
  return row.kind === "undated" ? [row.placed.task.id] : [];
}

/** Shortcuts for scrolling the axis. Keys of bars are handled by the bars and only listed here. */
function useChartKeys(controls: RefObject<ChartControls | null>): void {
  const { view } = useTimelineView();
  const stride = zoomStepDays[view.zoom];
  useShortcuts({
    title: "title.timeline",
    shortcuts: [
      { keys: ["t"], label: "timeline.today", run: () => controls.current?.toToday() },
      { keys: [","], label: "timeline.earlier", run: () => controls.current?.scrollBy(-stride) },
      { keys: ["."], label: "timeline.later", run: () => controls.current?.scrollBy(stride) },
      { keys: [], label: "timeline.key.move", shown: ["←", "→"] },
      { keys: [], label: "timeline.key.end", shown: ["⇧ ←", "⇧ →"] },
      { keys: [], label: "timeline.key.start", shown: ["Alt ⇧ ←", "Alt ⇧ →"] },
      { keys: [], label: "timeline.key.together", shown: ["X"] },
      { keys: [], label: "timeline.key.note", shown: [" "] },
      { keys: [], label: "timeline.key.open", shown: ["Enter"] },
    ],
  });
}

/** Shows and announces a refusal; the bar has already moved back. */
function useRefusals(store: TimelineStore, say: (text: string) => void): void {
  const text = useText();
  useEffect(() => {
    return store.refused$.subscribe(({ task, message }) => {
      toast.error(text("timeline.refused", { key: task.key, reason: message }));
      say(text("timeline.refused", { key: task.key, reason: message }));
    });
  }, [store, text, say]);
}

function ByControl() {
  const text = useText();
  const { view, change } = useTimelineView();
  return (
    <SegmentedControl
      size="xs"
      aria-label={text("timeline.by")}
      value={view.by}
      onChange={(by) => change({ by: by as typeof view.by })}
      data={groupings.map((by) => ({ value: by, label: text(`timeline.by.${by}`) }))}
    />
  );
}

function ZoomControl() {
  const text = useText();
  const { view, change } = useTimelineView();
  return (
    <SegmentedControl
      size="xs"
      aria-label={text("timeline.zoom")}
      value={view.zoom}
      onChange={(zoom) => change({ zoom: zoom as typeof view.zoom })}
      data={timelineZooms.map((zoom) => ({ value: zoom, label: text(`timeline.zoom.${zoom}`) }))}
    />
  );
}

function ViewMenu() {
  const text = useText();
  const { view, change } = useTimelineView();
  const option = (label: string, chosen: boolean, viewChange: Partial<typeof view>) => (
    <Menu.RadioItem
      key={label}
      value=""
      checked={chosen}
      closeMenuOnClick
      checkIcon={<IconCheck size={14} stroke={1.75} aria-hidden />}
      onClick={() => change(viewChange)}
    >
      {label}
    </Menu.RadioItem>
  );
  return (
    <Menu width={200}>
      <Menu.Target>
        <FilterPill label={text("timeline.view")} value={text(`timeline.by.${view.by}`)} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{text("timeline.by")}</Menu.Label>
        {groupings.map((by) => option(text(`timeline.by.${by}`), view.by === by, { by }))}
        <Menu.Divider />
        <Menu.Label>{text("timeline.zoom")}</Menu.Label>
        {timelineZooms.map((zoom) => option(text(`timeline.zoom.${zoom}`), view.zoom === zoom, { zoom }))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Steps({ controls }: { controls: RefObject<ChartControls | null> }) {
  const text = useText();
  const { view } = useTimelineView();
  const stride = zoomStepDays[view.zoom];
  return (
    <span className={`${classes.steps} time-axis`}>
      <ActionIcon size={28} aria-label={text("timeline.earlier")} onClick={() => controls.current?.scrollBy(-stride)}>
        <IconChevronLeft size={16} stroke={1.75} />
      </ActionIcon>
      <Button size="xs" onClick={() => controls.current?.toToday()}>
        {text("timeline.today")}
      </Button>
      <ActionIcon size={28} aria-label={text("timeline.later")} onClick={() => controls.current?.scrollBy(stride)}>
        <IconChevronRight size={16} stroke={1.75} />
      </ActionIcon>
    </span>
  );
}
