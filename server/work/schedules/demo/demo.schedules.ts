import type { TenantDemo } from "../../../platform/demo/demo.steps";
import { dayOfNumber } from "../../../../shared/kernel/day-number";
import { addDays } from "../../../../shared/kernel/days";
import {
  type OrganizationWeek,
  seededTemplates,
  templateWeek,
  weekStartOfDay,
  type WorkSchedule,
} from "../../../../shared/work/schedules/schedules.rules";
import { demoWeekend } from "../../../platform/demo/demo.calendar";
import { isoInstantOf } from "../../../platform/demo/demo.rows";

const week: OrganizationWeek = { weekend: demoWeekend, minutesPerDay: 480 };
const fourDays = templateWeek("four_days", week);
const mornings = templateWeek("mornings", week);
const withoutWednesday = [0, 480, 480, 0, 480, 480, 0];
const shortWeek = [0, 480, 480, 480, 0, 0, 0];
const thirtyHours = [0, 360, 360, 360, 360, 360, 0];

interface DemoSchedule {
  minutes: readonly number[];
  other?: readonly number[];
  /** First day, in days from today; the schedule is planned if it is in the future. */
  from: number;
}

/** Work schedules of part-timers, by key of the person. */
const demoSchedules: Readonly<Record<string, readonly DemoSchedule[]>> = {
  nora: [{ minutes: fourDays, from: -420 }],
  zainab: [{ minutes: mornings, from: -400 }],
  elif: [{ minutes: templateWeek("full_time", week), other: shortWeek, from: -300 }],
  anna: [{ minutes: withoutWednesday, from: -450 }],
  mei: [{ minutes: mornings, from: -380 }],
  sarah: [{ minutes: thirtyHours, from: -200 }],
  piotr: [
    { minutes: mornings, from: -420 },
    { minutes: fourDays, from: -130 },
  ],
  david: [{ minutes: fourDays, from: 45 }],
};

/** Whether the person works part-time today. */
export const isPartTimer = (key: string): boolean => demoSchedules[key]?.some(({ from }) => from <= 0) ?? false;

/** Schedules of a person, the first one first. */
export function demoSchedulesOf(key: string, now: Date): WorkSchedule[] {
  const today = isoInstantOf(now.getTime()).slice(0, 10);
  const all = demoSchedules[key] ?? [];
  return all.map(({ minutes, other = null, from: days }, at) => {
    const [from, next] = [addDays(today, days), all[at + 1]];
    return {
      from,
      until: next ? addDays(today, next.from - 1) : null,
      minutes,
      other,
      anchor: dayOfNumber(weekStartOfDay(from, week.weekend)),
    };
  });
}

export function writeSchedules({ log, tenant }: TenantDemo): void {
  for (const [name, template] of seededTemplates)
    log.add("schedule_template", {
      id: log.id("schedule_template"),
      tenant_id: tenant.id,
      name,
      minutes: templateWeek(template, week),
    });
  const hr = tenant.users.get("jonas")?.id;
  for (const key of Object.keys(demoSchedules)) {
    const user_id = tenant.users.get(key)?.id;
    if (!user_id || !hr) continue;
    for (const { from, until, minutes, other, anchor } of demoSchedulesOf(key, tenant.now))
      log.add("work_schedule", {
        id: log.id("work_schedule"),
        tenant_id: tenant.id,
        user_id,
        during: `[${from},${until ? addDays(until, 1) : ""})`,
        minutes,
        other_minutes: other,
        anchor,
        set_by: hr,
      });
  }
}
