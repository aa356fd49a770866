import { addDays } from "../../../kernel/days";
import { dayNumber } from "../../../kernel/day-number";
import {
  accruedInMonth,
  daysEmployed,
  type Employment,
  employedWithin,
  employmentPeriods,
  monthsCounted,
  type Proration,
  proratedAllowance,
  proratedMonths,
  roundedShare,
} from "./allowance.rules";
import type { Day } from "../calendar/days.rules";

/** Days per year after a number of complete years of service. */
export interface SeniorityStep {
  years: number;
  days: number;
}

/** Conditions that are null apply to all users. Locations are folded. */
export interface AllowanceRule {
  name: string;
  location: string | null;
  contract_type: string | null;
  group_id: number | null;
  /** The department of the condition and all departments below it. */
  department_ids: readonly number[] | null;
  days: number;
  steps: readonly SeniorityStep[];
}

/** Employment between two days, from the history of the user. */
export interface EmploymentFacts {
  from: Day;
  location: string | null;
  contract_type: string | null;
  department_id: number | null;
}

export interface AllowanceOverride {
  from: Day;
  /** Last day; null: no end. */
  until: Day | null;
  days: number;
  reason: string;
}

/** Rules and overrides that determine a user's days per year instead of the leave type. */
export interface AllowanceSource {
  rules: readonly AllowanceRule[];
  overrides: readonly AllowanceOverride[];
  /** Sorted by day. */
  facts: readonly EmploymentFacts[];
  group_ids: readonly number[];
}

/** Days per year in a part of a year, with their origin. Without rule and override they are the days of the leave type. */
export interface AllowanceSegment {
  from: Day;
  to: Day;
  days: number;
  rule: string | null;
  override: string | null;
  /** Complete years of service, if a rule with steps applies. */
  seniority: number | null;
}

const dayBefore = (day: Day) => addDays(day, -1);
const dayAfter = (day: Day) => addDays(day, 1);

/** Complete years between the first day of work and a day, including both. */
export function yearsOfService(joined: Day | null, on: Day): number {
  if (joined === null || on < joined) return 0;
  const end = dayAfter(on);
  return Number(end.slice(0, 4)) - Number(joined.slice(0, 4)) - (end.slice(5) < joined.slice(5) ? 1 : 0);
}

const fits = (rule: AllowanceRule, facts: EmploymentFacts | undefined, groups: readonly number[]): boolean =>
  (rule.location === null || rule.location === facts?.location) &&
  (rule.contract_type === null || rule.contract_type === facts?.contract_type) &&
  (rule.group_id === null || groups.includes(rule.group_id)) &&
  (rule.department_ids === null || (facts?.department_id != null && rule.department_ids.includes(facts.department_id)));

/** The first rule that fits decides. Seniority counts as reached by the end of the year, or by the last day of work. */
function daysByRule(source: AllowanceSource, day: Day, until: Day, of: Employment) {
  const facts = source.facts.findLast(({ from }) => from <= day) ?? source.facts[0];
  const rule = source.rules.find((one) => fits(one, facts, source.group_ids));
  if (!rule) return null;
  if (rule.steps.length === 0) return { days: rule.days, rule: rule.name, override: null, seniority: null };
  const { joined } = employmentPeriods(of).findLast((one) => one.joined === null || one.joined <= until) ?? of;
  const seniority = yearsOfService(joined, until);
  const step = rule.steps.filter(({ years }) => years <= seniority).toSorted((a, b) => b.years - a.years)[0];
  return { days: step?.days ?? rule.days, rule: rule.name, override: null, seniority };
}

const sameDays = (a: AllowanceSegment, b: AllowanceSegment) =>
  a.days === b.days && a.rule === b.rule && a.override === b.override;

/** The parts of a year with different days per year; `base` are the days of the leave type. */
export function allowanceSegments(
  year: number,
  source: AllowanceSource | null,
  of: Employment,
  base: number,
): AllowanceSegment[] {
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  const own = { rule: null, override: null, seniority: null };
  if (!source) return [{ from: first, to: last, days: base, ...own }];
  const starts = [
    first,
    ...source.facts.map(({ from }) => from),
    ...source.overrides.flatMap(({ from, until }) => (until ? [from, dayAfter(until)] : [from])),
  ].filter((day) => day >= first && day <= last);
  const days = [...new Set(starts)].sort();
  const measured = employedWithin(first, last, of)?.last ?? last;
  const segments = days.map((from, at): AllowanceSegment => {
    const next = days[at + 1];
    const to = next ? dayBefore(next) : last;
    const override = source.overrides.find((one) => one.from <= from && (one.until === null || one.until >= from));
    if (override) return { from, to, days: override.days, ...own, override: override.reason };
    return { from, to, ...(daysByRule(source, from, measured, of) ?? { days: base, ...own }) };
  });
  return segments.reduce<AllowanceSegment[]>((merged, segment) => {
    const before = merged.at(-1);
    if (!before || !sameDays(before, segment)) return [...merged, segment];
    return [...merged.slice(0, -1), { ...before, to: segment.to }];
  }, []);
}

const hundredthsOf = (days: number) => Math.round(days * 100);
const later = (a: Day, b: Day | null) => (b !== null && b > a ? b : a);
const earlier = (a: Day, b: Day | null) => (b !== null && b < a ? b : a);

const monthStart = (year: number, month: number) => `${year}-${String(month).padStart(2, "0")}-01`;
const monthEnd = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
const on = (segments: readonly AllowanceSegment[], day: Day) =>
  segments.findLast(({ from }) => from <= day) ?? (segments[0] as AllowanceSegment);

/** Returns the days per year that apply on the last employed day of a month for `month_started`, otherwise on the first. */
function ofMonth(segments: readonly AllowanceSegment[], year: number, month: number, of: Proration): number {
  const [start, end] = [monthStart(year, month), monthEnd(year, month)];
  const { first, last } = employedWithin(start, end, of) ?? { first: start, last: end };
  return on(segments, of.proration === "month_started" ? last : first).days;
}

/** The allowance of a year before rounding is the sum of the shares of its segments. */
export function allowanceOfSegments(segments: readonly AllowanceSegment[], year: number, of: Proration): number {
  const [only, ...others] = segments as [AllowanceSegment, ...AllowanceSegment[]];
  if (others.length === 0) return proratedAllowance(only.days, year, of);
  const whole: AllowanceSegment = { ...only, to: `${year}-12-31` };
  const employed = employedWithin(whole.from, whole.to, of);
  if (!employed) return 0;
  if (!of.prorated) return hundredthsOf(on(segments, employed.last).days) / 100;
  const highest = Math.max(...segments.map(({ days }) => hundredthsOf(days)));
  if (of.proration === "days") {
    const sum = segments.reduce((total, one) => total + hundredthsOf(one.days) * daysEmployed(one.from, one.to, of), 0);
    return roundedShare(sum, dayNumber(whole.to) - dayNumber(whole.from) + 1, of.rounding, highest);
  }
  const months = monthsCounted(year, of).map(
    (counts, at) => counts * hundredthsOf(ofMonth(segments, year, at + 1, of)),
  );
  return roundedShare(
    months.reduce((sum, days) => sum + days, 0),
    12,
    of.rounding,
    highest,
  );
}

/** A month's part of the yearly days, before the proration of joiners and leavers. */
export function partOfMonth(segments: readonly AllowanceSegment[], year: number, month: number, of: Proration): number {
  const [from, to] = [monthStart(year, month), monthEnd(year, month)];
  const within = segments.filter((one) => one.from <= to && one.to >= from);
  if (within.length <= 1 || !of.prorated) return accruedInMonth(on(segments, to).days, month);
  if (of.proration !== "days") return accruedInMonth(ofMonth(segments, year, month, of), month);
  const sum = within.reduce((total, one) => {
    const days = dayNumber(earlier(one.to, to)) - dayNumber(later(one.from, from)) + 1;
    return total + hundredthsOf(accruedInMonth(one.days, month)) * days;
  }, 0);
  return Math.round(sum / (dayNumber(to) - dayNumber(from) + 1)) / 100;
}

export interface Allowance {
  segments: AllowanceSegment[];
  /** Days for employment throughout the year. */
  full: number;
  days: number;
}

/** Allowance of a year with the reasons for it; `base` are the days per year of the leave type. */
export function allowanceOfYear(
  year: number,
  of: Proration & { accrual: "yearly" | "monthly"; source?: AllowanceSource | null },
  base: number,
): Allowance {
  const segments = allowanceSegments(year, of.source ?? null, of, base);
  const throughout = { ...of, joined: null, left: null, earlier: [] };
  const full = allowanceOfSegments(segments, year, throughout);
  if (of.accrual === "yearly") return { segments, full, days: allowanceOfSegments(segments, year, of) };
  const parts = Array.from({ length: 12 }, (_, at) => partOfMonth(segments, year, at + 1, of));
  const months = proratedMonths(parts, year, of, segments.length > 1);
  return { segments, full, days: months.reduce((sum, days) => sum + hundredthsOf(days), 0) / 100 };
}
