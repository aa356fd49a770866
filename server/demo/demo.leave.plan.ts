import { dayNumber } from "../../shared/kernel/days";
import type { LeaveStatus } from "../../shared/leave/leave.workflow";
import type { DemoPerson } from "./demo.people";

export const weekend = [0, 6];

export const kinds = [
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
] as const;

export const holidays = [
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

export interface Planned {
  who: string;
  kind: (typeof kinds)[number]["name"];
  /** Days from today to the first day; a week-end is passed over. */
  from: number;
  /** Calendar days. */
  length: number;
  status: LeaveStatus;
  reason?: string;
  note?: string;
  endsAtNoon?: boolean;
}

export const planned: readonly Planned[] = [
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
];

/** What is asked for around today begins not earlier than this. */
const daysAround = 150;

/** A summer and some days of autumn last year, and a few days of this spring: what everybody has taken. */
export function pastLeave(
  person: DemoPerson,
  id: number,
  year: number,
  today: string,
): { lastYear: Planned[]; spring: Planned[] } {
  if (!person.manager) return { lastYear: [], spring: [] };
  const leave = (first: string, later: number, length: number): Planned[] => {
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
