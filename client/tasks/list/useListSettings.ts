import { useCallback, useEffect, useState } from "react";
import { useCurrentUser } from "../../platform/session";
import { onStoredElsewhere, readStored, storedKeys, writeStored } from "../../platform/stored";
import { useBoardScope } from "../board/state/useBoard";
import { type ListSettings, settingsFrom } from "./list.columns";

export type ChangeSettings = (change: (settings: ListSettings) => ListSettings) => void;

/** Columns, their order and widths, and what is folded: remembered per person and project in this browser. */
export function useListSettings(): [ListSettings, ChangeSettings] {
  const me = useCurrentUser();
  const { projectId } = useBoardScope();
  const key = `${storedKeys.taskList}.${me.id}.${projectId}`;
  const [settings, setSettings] = useState(() => settingsFrom(readStored(key)));
  useEffect(() => onStoredElsewhere(key, (value) => setSettings(settingsFrom(value))), [key]);
  const change = useCallback<ChangeSettings>(
    (wanted) =>
      setSettings((now) => {
        const next = wanted(now);
        writeStored(key, JSON.stringify(next));
        return next;
      }),
    [key],
  );
  return [settings, change];
}
