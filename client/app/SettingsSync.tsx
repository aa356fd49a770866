import { useMantineColorScheme } from "@mantine/core";
import { useEffect, useEffectEvent, useRef } from "react";
import { liveClient } from "../platform/live/live";
import { useMaybeUser } from "../platform/session";
import { adoptLanguage, followLanguage, saveTimeZone } from "../platform/settings";
import { sidebar$ } from "./sidebar";
import { isTaskLayout, taskLayout$ } from "../work/projects/task-layout";
import { singleKeys$ } from "../ui/keys/shortcuts";
import { isWeekStart } from "../../shared/kernel/week";
import { weekStart$ } from "../platform/week";

interface Remembered {
  language: string | null;
  theme: string | null;
  sidebar: string | null;
  task_layout: string | null;
  week_start: string | null;
  shortcuts: string | null;
}

/**
 * Applies the account's language, theme and sidebar after sign-in and when another device changes them. The time zone is transferred in the
 * other direction: the first browser sends it to the server.
 */
export function SettingsSync() {
  const user = useMaybeUser();
  const { setColorScheme } = useMantineColorScheme();
  const settings = user?.settings;
  const userId = user?.id;

  const read = useRef("");

  const adopt = useEffectEvent(({ theme, sidebar, task_layout, week_start, shortcuts }: Remembered) => {
    if (theme === "light" || theme === "dark") setColorScheme(theme);
    if (sidebar === "expanded" || sidebar === "collapsed") sidebar$.set(sidebar);
    if (isTaskLayout(task_layout)) taskLayout$.set(task_layout);
    weekStart$.set(isWeekStart(week_start) ? week_start : null);
    singleKeys$.set(shortcuts !== "off");
  });

  useEffect(() => {
    if (!userId || !settings) return;
    // Ignores a refetch with unchanged settings, because local changes may not have reached the server yet.
    const now = `${userId} ${JSON.stringify(settings)}`;
    if (now === read.current) return;
    read.current = now;
    adoptLanguage(settings.language);
    adopt(settings);
    saveTimeZone(settings.time_zone);
  }, [userId, settings]);

  useEffect(() => {
    if (!userId) return;
    const changes = liveClient.events$.subscribe(({ event }) => {
      if (event.type !== "settings.updated") return;
      const changed = event.data as Remembered;
      followLanguage(changed.language);
      adopt(changed);
    });
    return () => changes.unsubscribe();
  }, [userId]);
  return null;
}
