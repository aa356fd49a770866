import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { fieldOfKey, isProjectFieldKey } from "../../../../shared/work/fields/field-keys";
import { useAddress } from "../../../platform/address/useAddress";
import { useCurrentUser } from "../../../platform/session";
import { deviceKey, onStoredChange, readStored, writeStored } from "../../../platform/browser-storage";
import { useBoard, useBoardScope } from "../state/useBoard";
import { type ListSettings, parseColumns, parseListSettings } from "./list.columns";

export type ListSettingsUpdater = (change: (settings: ListSettings) => ListSettings) => void;

/** Parameter with the columns of a saved view. They replace those of this browser without changing them. */
export const columnsParam = "columns";

const keyOf = (userId: number, projectId: number) => deviceKey(`task-list.${userId}.${projectId}`);

/** The columns that the list of a project shows in this browser. */
export const storedColumns = (userId: number, projectId: number) =>
  parseListSettings(readStored(keyOf(userId, projectId))).columns;

/** Columns and collapsed groups, stored in this browser per user and project. */
export function useListSettings(): [ListSettings, ListSettingsUpdater] {
  const me = useCurrentUser();
  const { projectId } = useBoardScope();
  const fields = useBoard(({ drawn }) => drawn.fields);
  const key = keyOf(me.id, projectId);
  const [search, setSearch] = useAddress();
  const [stored, setStored] = useState(() => parseListSettings(readStored(key)));
  useEffect(() => onStoredChange(key, (value) => setStored(parseListSettings(value))), [key]);
  const columnsOfAddress = search.get(columnsParam);
  const ofView = useMemo(() => parseColumns(columnsOfAddress), [columnsOfAddress]);
  const settings = useMemo(() => (ofView ? { ...stored, columns: ofView } : stored), [stored, ofView]);
  // External users can't read the time spent; an empty column would look like zero. A field in the bin keeps its column for a restore.
  const visibleSettings = useMemo(() => {
    const columns = settings.columns.filter(
      (column) => !(me.external && column === "spent") && (!isProjectFieldKey(column) || fieldOfKey(fields, column)),
    );
    return columns.length < settings.columns.length ? { ...settings, columns } : settings;
  }, [settings, me.external, fields]);
  const latest = useRef({ settings, visibleSettings, stored, isOfView: ofView !== null });
  useLayoutEffect(() => {
    latest.current = { settings, visibleSettings, stored, isOfView: ofView !== null };
  });
  const change = useCallback<ListSettingsUpdater>(
    (update) => {
      const { settings: all, visibleSettings: now, stored: own, isOfView } = latest.current;
      const changed = update(now);
      const next = changed.columns === now.columns ? { ...changed, columns: all.columns } : changed;
      const nextStored = isOfView ? { ...next, columns: own.columns } : next;
      latest.current = { settings: next, visibleSettings: changed, stored: nextStored, isOfView };
      setStored(nextStored);
      writeStored(key, JSON.stringify(nextStored));
      if (!isOfView || changed.columns === now.columns) return;
      setSearch(
        (before) => {
          before.set(columnsParam, next.columns.join(","));
          return before;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    [key, setSearch],
  );
  return [visibleSettings, change];
}
