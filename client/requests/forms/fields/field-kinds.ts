import {
  IconAlignLeft,
  IconBuilding,
  IconCalendar,
  IconCalendarEvent,
  IconCash,
  IconFileUpload,
  IconHeading,
  IconInfoCircle,
  IconListCheck,
  IconNumber,
  type IconProps,
  IconSelector,
  IconTable,
  IconTypography,
  IconUsers,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { FieldKind } from "../../../../shared/requests/forms/forms.definition";

export const fieldIcons: Record<FieldKind, ComponentType<IconProps>> = {
  text: IconTypography,
  long_text: IconAlignLeft,
  number: IconNumber,
  money: IconCash,
  date: IconCalendar,
  date_range: IconCalendarEvent,
  choice: IconSelector,
  choices: IconListCheck,
  user: IconUsers,
  department: IconBuilding,
  file: IconFileUpload,
  table: IconTable,
  heading: IconHeading,
  hint: IconInfoCircle,
};

export const fieldPalette = [
  { group: "fields", kinds: ["text", "long_text", "number", "date", "choice", "choices", "file", "table"] },
  { group: "portal", kinds: ["user", "department", "money", "date_range"] },
  { group: "layout", kinds: ["heading", "hint"] },
] as const satisfies readonly { group: string; kinds: readonly FieldKind[] }[];
