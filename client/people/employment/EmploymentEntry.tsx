import type { ReactNode } from "react";
import type { HistoryField } from "../../../shared/people/people/user-history.contract";
import { DatedEntry } from "../../ui/signs/DatedList";
import { DayLabel } from "../../ui/signs/DayLabel";
import {
  type Icon,
  IconArrowUp,
  IconBriefcase,
  IconBuilding,
  IconCalendarWeek,
  IconCash,
  IconDoorExit,
  IconFileText,
  IconHierarchy,
  IconKey,
  IconMapPin,
  IconPencil,
  IconUserPlus,
} from "@tabler/icons-react";

const ofType: Record<string, Icon> = {
  hiring: IconUserPlus,
  promotion: IconArrowUp,
  termination: IconDoorExit,
  resignation: IconDoorExit,
};

const ofField: Record<HistoryField, Icon> = {
  position: IconBriefcase,
  department: IconBuilding,
  parent: IconHierarchy,
  dotted: IconHierarchy,
  contract_type: IconFileText,
  role: IconKey,
  location: IconMapPin,
  salary: IconCash,
  schedule: IconCalendarWeek,
};

/** Icon of an entry in an employee's history, chosen by its type or else by its first changed field. */
function entryIcon({ type, fields }: { type: string; fields: readonly { field: HistoryField }[] }): Icon {
  const [first] = fields;
  return ofType[type] ?? (first ? ofField[first.field] : IconPencil);
}

interface EmploymentEntryProps {
  entry: { type: string; effective_on: string; fields: readonly { field: HistoryField }[] };
  planned?: boolean;
  children: ReactNode;
}

export function EmploymentEntry({ entry, planned = false, children }: EmploymentEntryProps) {
  return (
    <DatedEntry day={<DayLabel value={entry.effective_on} style="medium" />} icon={entryIcon(entry)} planned={planned}>
      {children}
    </DatedEntry>
  );
}
