import { useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { createVisible, type View, type Visible } from "../board/state/board.visible";
import { useToday } from "../../platform/today";
import { useBoard } from "../board/state/useBoard";
import { useBoardFilter } from "./useBoardFilter";

/** The cards that each column shows, by the filter in the address. */
export function useVisible(): Visible {
  const { filter, sort } = useBoardFilter();
  const today = useToday();
  const { locale } = useIntl();
  const view = useMemo<View>(
    () => ({ filter, sort, today, collator: new Intl.Collator(locale, { numeric: true }) }),
    [filter, sort, today, locale],
  );
  const [visibleOf] = useState(createVisible);
  return useBoard(({ drawn }) => visibleOf(drawn, view));
}
