import { IconClock, IconListSearch } from "@tabler/icons-react";
import { useCallback } from "react";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { OfflineError } from "../../platform/problem-error";
import { type Command, commands$ } from "../../ui/palette/palette";
import { ErrorState } from "../../ui/states/ErrorState";
import { lazyWithRetry } from "../../ui/states/lazy-with-retry";
import { Skeleton } from "../../ui/states/Skeleton";
import { useMayLogTime } from "../../work/time/useMayLogTime";
import type { PaletteItem } from "./items";
import type { Section } from "./match";

const row = { group: "more", key: null, snippet: null, weight: 0, context: null } as const;

const LogTimeForm = lazyWithRetry(async () => (await import("../../work/time/TaskTime")).LogTimeForm, {
  waiting: () => <Skeleton height={160} />,
  failed: ({ onRetry }) => <ErrorState error={new OfflineError()} onRetry={onRetry} />,
});

export type MoreItems = (query: string, found: readonly Section<PaletteItem>[]) => PaletteItem[];

/** Rows shown after all results: commands for the typed text or the first found task, and a link to the page with all results. */
export function useMoreItems(): MoreItems {
  const text = useText();
  const mayLogTime = useMayLogTime();
  return useCallback(
    (query, found) => {
      if (query === "") return [];
      const commandRow = (
        id: string,
        title: string,
        Icon: Command["Icon"],
        command: NonNullable<PaletteItem["command"]>,
      ): PaletteItem => ({ ...row, id: `more:${id}`, title, sign: { Icon }, command });
      const first = found
        .flatMap(({ items }) => items)
        .find(({ task, key }) => task?.projectId && !task.comment && key !== null);
      const { task, key } = first ?? {};
      const mayLog = task?.projectId !== undefined && key && mayLogTime(task.projectId);
      return [
        ...commands$.value
          .flatMap(({ commands }) => commands)
          .flatMap(({ id, Icon, withText }) =>
            withText ? [commandRow(id, withText.label(query), Icon, { run: () => withText.run(query) })] : [],
          ),
        ...(mayLog
          ? [
              commandRow("log-time", text("command.task.log", { key }), IconClock, {
                form: (done) => <LogTimeForm taskId={task.id} onDone={done} />,
              }),
            ]
          : []),
        {
          ...row,
          id: "more:all",
          title: text("palette.all", { query }),
          sign: { Icon: IconListSearch },
          to: paths.searchFor(query),
        },
      ];
    },
    [mayLogTime, text],
  );
}
