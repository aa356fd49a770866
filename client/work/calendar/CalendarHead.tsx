import { ActionIcon, Button, SegmentedControl } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useText } from "../../platform/intl/useText";
import { useToday } from "../../platform/today";
import classes from "./CalendarGrid.module.css";
import { type CalendarLayout, calendarLayouts, stepView, withLayout } from "./calendar.range";
import type { ShownCalendar } from "./useCalendarView";
import flow from "../../ui/layout/flow.module.css";

interface CalendarHeadProps {
  label: string;
  calendar: ShownCalendar;
  children?: ReactNode;
}

export function CalendarHead({ label, calendar: { view, show }, children }: CalendarHeadProps) {
  const text = useText();
  const today = useToday();
  const period = view.layout === "week" ? "week" : "month";
  return (
    <div className={classes.head}>
      <span className={classes.steps}>
        <ActionIcon size={28} aria-label={text(`calendar.previous.${period}`)} onClick={() => show(stepView(view, -1))}>
          <IconChevronLeft size={16} stroke={1.75} className="flip" />
        </ActionIcon>
        <Button size="xs" onClick={() => show({ ...view, day: today })}>
          {text("day.today")}
        </Button>
        <ActionIcon size={28} aria-label={text(`calendar.next.${period}`)} onClick={() => show(stepView(view, 1))}>
          <IconChevronRight size={16} stroke={1.75} className="flip" />
        </ActionIcon>
      </span>
      <h2 className={classes.period} aria-live="polite">
        {label}
      </h2>
      <span className={flow.grow} />
      {children}
      <SegmentedControl
        size="xs"
        aria-label={text("calendar.layout")}
        value={view.layout}
        onChange={(layout) => show(withLayout(view, layout as CalendarLayout, today))}
        data={calendarLayouts.map((layout) => ({ value: layout, label: text(`calendar.layout.${layout}`) }))}
      />
    </div>
  );
}
