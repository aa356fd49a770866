import type { ReactNode } from "react";
import type { HistoryField } from "../../shared/people/user-history.contract";
import { DatedEntry } from "../ui/signs/DatedLine";
import { Day } from "../ui/signs/Day";
import { entryIcon } from "./entry-icons";

interface EmploymentEntryProps {
  entry: { type: string; effective_on: string; fields: readonly { field: HistoryField }[] };
  /** Still to take effect. */
  planned?: boolean;
  children: ReactNode;
}

/** What happened in somebody's employment, or will, with its day and the sign of its kind; within a `DatedLine`. */
export function EmploymentEntry({ entry, planned = false, children }: EmploymentEntryProps) {
  return (
    <DatedEntry day={<Day value={entry.effective_on} style="medium" />} icon={entryIcon(entry)} planned={planned}>
      {children}
    </DatedEntry>
  );
}
