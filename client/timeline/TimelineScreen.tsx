import { ActionIcon, Button, SegmentedControl } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
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
import { isFiltering } from "../../shared/tasks/tasks.filter.rules";
import { dayWidths, strides, zooms } from "../../shared/timeline/timeline.axis.rules";
import { dayNumber } from "../../shared/timeline/timeline.days.rules";
import { useText } from "../platform/intl/useText";
import { useToday } from "../platform/today";
import { useBoardFilter } from "../tasks/filters/useBoardFilter";
import { PageHead } from "../ui/PageHead";
import { useShortcuts } from "../ui/keys/shortcuts";
import { toast } from "../ui/toast/toast";
import { Chart, type ChartControls } from "./Chart";
import { groupings, type RowOptions, rowsOf, showing, spansOf } from "./timeline.rows";
import type { Plan } from "./timeline.state";
import type { TimelineStore } from "./timeline.store";
import { TimelineEmpty } from "./TimelineEmpty";
import { TimelineFilters } from "./TimelineFilters";
import classes from "./Timeline.module.css";
import { useTimelineView } from "./useTimelineView";

/** Pixels that a diamond and its name take in a row of several. */
const nameWidth = 170;

interface TimelineScreenProps {
  store: TimelineStore;
  plans: readonly Plan[];
  /** One project's own timeline, under its tabs. */
  single: boolean;
  title: ReactNode;
  tabs?: ReactNode;
  openTask: (projectId: number, taskId: number) => void;
}

export function TimelineScreen({ store, plans, single, title, tabs, openTask }: TimelineScreenProps) {
  const { view } = useTimelineView();
  const { filter } = useBoardFilter();
  const today = useToday();
  const [kept, setKept] = useState<RowOptions["kept"]>(null);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const controls = useRef<ChartControls>(null);
  const [said, setSaid] = useState("");
  useRefusals(store, setSaid);
  useChartKeys(controls);

  const chosen = useMemo(
    () => (view.projects.length > 0 ? plans.filter(({ facts }) => view.projects.includes(facts.id)) : plans),
    [plans, view.projects],
  );
  const shows = useMemo(() => showing(filter, today), [filter, today]);
  const rows = useMemo(
    () =>
      rowsOf(chosen, {
        by: view.by,
        shows,
        filtering: isFiltering(filter),
        today: dayNumber(today),
        nameDays: Math.ceil(nameWidth / dayWidths[view.zoom]),
        toggled,
        kept,
      }),
    [chosen, view.by, view.zoom, shows, filter, today, toggled, kept],
  );
  const latest = useRef(chosen);
  useLayoutEffect(() => {
    latest.current = chosen;
  });
  const onHold = useCallback((held: boolean) => setKept((now) => (held ? (now ?? spansOf(latest.current)) : null)), []);
  const toggle = (key: string) =>
    setToggled((now) => new Set(now.has(key) ? [...now].filter((one) => one !== key) : [...now, key]));
  return (
    <div className={classes.screen}>
      <PageHead
        title={title}
        tabs={
          <>
            {tabs}
            <ByControl />
          </>
        }
      >
        <Steps controls={controls} />
        <ZoomControl />
      </PageHead>
      <TimelineFilters plans={plans} single={single} />
      {rows.length > 0 ? (
        <Chart
          store={store}
          plans={chosen}
          rows={rows}
          onToggle={toggle}
          controls={controls}
          say={setSaid}
          openTask={openTask}
          onHold={onHold}
        />
      ) : (
        <TimelineEmpty filtering={isFiltering(filter) || view.projects.length > 0} single={single} />
      )}
      <div role="status" aria-live="assertive" aria-atomic className="sr-only">
        {said}
      </div>
    </div>
  );
}

/** Where one is on the axis; the keys of a bar are its own, and only listed. */
function useChartKeys(controls: RefObject<ChartControls | null>): void {
  const { view } = useTimelineView();
  const stride = strides[view.zoom];
  useShortcuts({
    title: "title.timeline",
    shortcuts: [
      { keys: ["t"], label: "timeline.today", run: () => controls.current?.toToday() },
      { keys: [","], label: "timeline.earlier", run: () => controls.current?.scrollBy(-stride) },
      { keys: ["."], label: "timeline.later", run: () => controls.current?.scrollBy(stride) },
      { keys: [], label: "timeline.key.move", shown: ["←", "→"] },
      { keys: [], label: "timeline.key.end", shown: ["⇧ ←", "⇧ →"] },
      { keys: [], label: "timeline.key.start", shown: ["Alt ⇧ ←", "Alt ⇧ →"] },
      { keys: [], label: "timeline.key.note", shown: [" "] },
      { keys: [], label: "timeline.key.open", shown: ["Enter"] },
    ],
  });
}

/** A refusal is said and shown; the bar has gone back by then. */
function useRefusals(store: TimelineStore, say: (text: string) => void): void {
  const text = useText();
  useEffect(() => {
    const refusals = store.refused$.subscribe(({ task, message }) => {
      toast.error(text("timeline.refused", { key: task.key, reason: message }));
      say(text("timeline.refused", { key: task.key, reason: message }));
    });
    return () => refusals.unsubscribe();
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
      data={zooms.map((zoom) => ({ value: zoom, label: text(`timeline.zoom.${zoom}`) }))}
    />
  );
}

function Steps({ controls }: { controls: RefObject<ChartControls | null> }) {
  const text = useText();
  const { view } = useTimelineView();
  const stride = strides[view.zoom];
  return (
    <span className={classes.steps}>
      <ActionIcon size={28} aria-label={text("timeline.earlier")} onClick={() => controls.current?.scrollBy(-stride)}>
        <IconChevronLeft size={16} stroke={1.75} className="flip" />
      </ActionIcon>
      <Button size="xs" onClick={() => controls.current?.toToday()}>
        {text("timeline.today")}
      </Button>
      <ActionIcon size={28} aria-label={text("timeline.later")} onClick={() => controls.current?.scrollBy(stride)}>
        <IconChevronRight size={16} stroke={1.75} className="flip" />
      </ActionIcon>
    </span>
  );
}
