import { dayNumber } from "../../../../shared/kernel/day-number";
import type { LeaveStatus } from "../../../../shared/requests/leave/requests/leave.workflow";
import type { DemoPerson } from "../../../platform/demo/demo.tenant";

export const demoLeaveTypes = [
  {
    name: "Annual leave",
    translations: { ar: "إجازة سنوية", ckb: "مۆڵەتی ساڵانە", de: "Jahresurlaub", ko: "연차 휴가" },
    icon: "beach",
    days: 21,
    counting: "working",
    hr_step: false,
    max_carried: 5,
    carried_until: 3,
  },
  {
    name: "Sick leave",
    translations: { ar: "إجازة مرضية", ckb: "مۆڵەتی نەخۆشی", de: "Krankheit", ko: "병가" },
    icon: "medical",
    days: 15,
    counting: "calendar",
    hr_step: true,
    prorated: false,
    attachment_after: 2,
  },
  {
    name: "Study leave",
    translations: { ar: "إجازة دراسية", ckb: "مۆڵەتی خوێندن", de: "Bildungsurlaub", ko: "학습 휴가" },
    icon: "study",
    days: 5,
    counting: "working",
    hr_step: true,
    longest: 5,
  },
  {
    name: "Time off in lieu",
    translations: { ar: "إجازة تعويضية", ckb: "پشووی قەرەبوو", de: "Freizeitausgleich", ko: "대체 휴무" },
    icon: "home",
    days: 0,
    counting: "hours",
    hr_step: false,
    half_days: false,
    max_carried: null,
    lieu_months: 12,
  },
] as const;

export const demoHolidays = [
  {
    day: "01-01",
    name: "New Year’s Day",
    translations: { ar: "رأس السنة الميلادية", ckb: "سەری ساڵی زایینی", de: "Neujahr", ko: "신정" },
  },
  {
    day: "03-21",
    name: "Newroz",
    translations: { ar: "عيد نوروز", ckb: "نەورۆز", de: "Newroz", ko: "노루즈" },
  },
  {
    day: "05-01",
    name: "Labour Day",
    translations: { ar: "عيد العمال", ckb: "ڕۆژی جیهانیی کرێکاران", de: "Tag der Arbeit", ko: "노동절" },
  },
  {
    day: "12-25",
    name: "Christmas Day",
    translations: {
      ar: "عيد الميلاد المجيد",
      ckb: "جەژنی لەدایکبوونی مەسیح",
      de: "Erster Weihnachtstag",
      ko: "성탄절",
    },
  },
] as const;

export interface PlannedLeave {
  who: string;
  kind: (typeof demoLeaveTypes)[number]["name"];
  /** Days from today to the first day, moved past weekends. */
  from: number;
  length: number;
  status: LeaveStatus;
  reason?: string;
  note?: string;
  endsAtNoon?: boolean;
}

export const plannedLeave: readonly PlannedLeave[] = [
  {
    who: "dara",
    kind: "Annual leave",
    from: 24,
    length: 10,
    status: "waiting_manager_approval",
    reason: "Family visit. Nora has the texts meanwhile.",
    endsAtNoon: true,
  },
  {
    who: "omar",
    kind: "Annual leave",
    from: 31,
    length: 5,
    status: "waiting_manager_approval",
    reason: "A week in the mountains",
  },
  { who: "hana", kind: "Study leave", from: 12, length: 2, status: "waiting_manager_approval", reason: "Exam in Brno" },
  { who: "tobias", kind: "Sick leave", from: -4, length: 2, status: "waiting_hr_approval" },
  { who: "minseo", kind: "Annual leave", from: 27, length: 8, status: "approved_by_manager" },
  { who: "amira", kind: "Annual leave", from: 38, length: 5, status: "waiting_manager_approval" },
  {
    who: "jihun",
    kind: "Annual leave",
    from: 17,
    length: 5,
    status: "rejected_by_manager",
    note: "We launch in that week. The one after is free.",
  },
  {
    who: "nora",
    kind: "Annual leave",
    from: 45,
    length: 3,
    status: "changes_requested",
    note: "Could it begin on the Monday?",
  },
  { who: "dara", kind: "Annual leave", from: -96, length: 12, status: "approved_by_manager", reason: "Summer" },
  { who: "omar", kind: "Annual leave", from: -120, length: 14, status: "approved_by_manager" },
  { who: "dara", kind: "Sick leave", from: -51, length: 2, status: "approved" },
  { who: "rezan", kind: "Annual leave", from: -70, length: 5, status: "cancelled" },
  { who: "yusuf", kind: "Annual leave", from: 20, length: 5, status: "waiting_manager_approval" },
  { who: "amira", kind: "Annual leave", from: 10, length: 2, status: "approved_by_manager", reason: "A long week-end" },
  { who: "hana", kind: "Annual leave", from: 5, length: 3, status: "approved_by_manager" },
  { who: "karwan", kind: "Annual leave", from: 4, length: 7, status: "approved_by_manager" },
  { who: "elif", kind: "Annual leave", from: 9, length: 2, status: "approved_by_manager" },
  { who: "anna", kind: "Annual leave", from: 13, length: 7, status: "approved_by_manager" },
  { who: "david", kind: "Annual leave", from: 20, length: 4, status: "approved_by_manager" },
];

/** Time off in lieu for a past Saturday; some of the hours are taken after today. */
export const plannedLieu = {
  who: "omar",
  kind: "Time off in lieu",
  status: "approved_by_manager",
  worked: { start_time: "09:00", end_time: "14:30", minutes: 330, break_minutes: 30, reason: "Move to the new server" },
  taken: { from: 4, start_time: "13:00", end_time: "16:00", minutes: 180 },
} as const;

/** Earliest start of requests around today, in days before today. */
const daysAround = 150;

export function pastLeave(
  person: DemoPerson,
  id: number,
  year: number,
  today: string,
): { lastYear: PlannedLeave[]; spring: PlannedLeave[] } {
  if (!person.manager) return { lastYear: [], spring: [] };
  const leave = (first: string, later: number, length: number): PlannedLeave[] => {
    const from = dayNumber(first) + later - dayNumber(today);
    const plan = { who: person.key, kind: "Annual leave", from, length, status: "approved_by_manager" } as const;
    return from + length < -daysAround ? [plan] : [];
  };
  return {
    lastYear: [
      ...leave(`${year - 1}-07-01`, (id * 5) % 50, 12),
      ...leave(`${year - 1}-10-01`, (id * 3) % 25, 4 + (id % 5)),
    ],
    spring: id % 3 === 0 ? [] : leave(`${year}-02-01`, (id * 7) % 40, 2 + (id % 2)),
  };
}
