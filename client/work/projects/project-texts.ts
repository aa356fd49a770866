import type { TextFunction } from "../../platform/intl/useText";
import { daysBetween } from "../../platform/intl/formats";
import { useFormat, useText } from "../../platform/intl/useText";
import { useToday } from "../../platform/today";
import type { Project } from "../../../shared/work/projects/projects.contract";

type Dated = Pick<Project, "start_date" | "end_date">;

/** Formats a date range such as "7 Sep to 18 Dec"; includes the year unless it is the current one. */
export function useDateRangeText(): (project: Dated) => string | null {
  const text = useText();
  const { day } = useFormat();
  const year = useToday().slice(0, 4);
  const dayText = (value: string) => day(value, value.startsWith(year) ? "short" : "medium");
  return ({ start_date: start, end_date: end }) => {
    if (start && end) return text("projects.fromTo", { from: dayText(start), to: dayText(end) });
    if (start) return text("projects.from", { from: dayText(start) });
    return end ? text("projects.until", { to: dayText(end) }) : null;
  };
}

interface Note {
  words: string;
  tone?: "late";
}

/** Note shown with the status: overdue tasks, or else the remaining days. */
export function deadlineNote(project: Project, today: string, text: TextFunction): Note | null {
  const { status, end_date: end } = project;
  if (status === "completed") return null;
  if (project.overdue_count > 0)
    return { words: text("projects.overdue", { count: project.overdue_count }), tone: "late" };
  if (!end || end < today || (project.start_date ?? "") > today) return null;
  return { words: text("projects.daysLeft", { days: daysBetween(end, new Date(`${today}T12:00:00`)) }) };
}
