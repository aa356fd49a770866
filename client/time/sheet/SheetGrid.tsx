import type { TimeSheet } from "../../../shared/time/sheet.contract";
import { useNarrow } from "../../platform/useNarrow";
import { TimeDays } from "./TimeDays";
import { TimeGrid } from "./TimeGrid";
import { useGrid } from "./useSheet";

/** Tasks by days; on a phone day by day. */
export function SheetGrid({ sheet, projectId }: { sheet: TimeSheet; projectId: number | null }) {
  const grid = useGrid(sheet, projectId);
  const narrow = useNarrow();
  const shown = { sheet, grid, projectId };
  return narrow ? (
    <TimeDays key={sheet.from} {...shown} />
  ) : (
    <TimeGrid key={`${sheet.from} ${sheet.user.id}`} {...shown} />
  );
}
