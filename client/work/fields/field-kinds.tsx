import {
  IconCalendar,
  IconCheckbox,
  IconCircleDot,
  IconLetterT,
  IconLink,
  IconListCheck,
  IconNumbers,
  IconUser,
  type TablerIcon,
} from "@tabler/icons-react";
import type { FieldKind } from "../../../shared/work/fields/fields.schema";

const icons: Record<FieldKind, TablerIcon> = {
  text: IconLetterT,
  number: IconNumbers,
  day: IconCalendar,
  flag: IconCheckbox,
  choice: IconCircleDot,
  choices: IconListCheck,
  person: IconUser,
  link: IconLink,
};

export function FieldKindIcon({ kind }: { kind: FieldKind }) {
  const Icon = icons[kind];
  return <Icon size={16} stroke={1.75} aria-hidden />;
}
