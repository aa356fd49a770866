import {
  type Icon,
  IconBeach,
  IconBuilding,
  IconCalendarEvent,
  IconCar,
  IconChecklist,
  IconCircleCheck,
  IconForms,
  IconHierarchy,
  IconLayoutKanban,
  IconListCheck,
  IconRoute,
  IconSquareCheck,
  IconUserShare,
  IconUsers,
} from "@tabler/icons-react";
import type { HandoverKind } from "../../shared/employment/handover.kinds";

/** What hangs on somebody who leaves, by kind. */
export const handoverIcons: Record<HandoverKind, Icon> = {
  tasks: IconSquareCheck,
  subtasks: IconListCheck,
  approvals: IconCircleCheck,
  reports: IconUsers,
  dotted: IconHierarchy,
  departments: IconBuilding,
  projects: IconLayoutKanban,
  rules: IconRoute,
  forms: IconForms,
  cover: IconBeach,
  bookings: IconCalendarEvent,
  drivers: IconCar,
  plans: IconUserShare,
  onboarding: IconChecklist,
};
