import type { TimeSheet } from "../../../../shared/work/time/sheet.contract";
import { useIsPhoneWidth } from "../../../platform/useIsPhoneWidth";
import { TimeDays } from "./TimeDays";
import { TimeGrid } from "./TimeGrid";
import { useSheetGrid } from "./useSheet";

export function SheetGrid({ sheet, projectId }: { sheet: TimeSheet; projectId: number | null }) {
  const grid = useSheetGrid(sheet, projectId);
  const narrow = useIsPhoneWidth();
  const gridProps = { sheet, grid, projectId };
  return narrow ? (
    <TimeDays key={sheet.from} {...gridProps} />
  ) : (
    <TimeGrid key={`${sheet.from} ${sheet.user.id}`} {...gridProps} />
  );
}
