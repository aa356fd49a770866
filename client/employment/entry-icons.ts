import {
  type Icon,
  IconArrowUp,
  IconBriefcase,
  IconBuilding,
  IconCash,
  IconDoorExit,
  IconFileText,
  IconHierarchy,
  IconKey,
  IconMapPin,
  IconPencil,
  IconUserPlus,
} from "@tabler/icons-react";
import type { HistoryField } from "../../shared/people/user-history.contract";

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
};

/** The sign of an entry of somebody's employment: its kind, or what changed first. */
export function entryIcon({ type, fields }: { type: string; fields: readonly { field: HistoryField }[] }): Icon {
  const [first] = fields;
  return ofType[type] ?? (first ? ofField[first.field] : IconPencil);
}
