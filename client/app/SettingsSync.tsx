import { useMantineColorScheme } from "@mantine/core";
import { useEffect, useEffectEvent, useRef } from "react";
import { live } from "../platform/live/live";
import { useMaybeUser } from "../platform/session";
import { adoptLanguage, sayTimeZone } from "../platform/settings";
import { sidebar$ } from "./sidebar";
import { isTaskLayout, taskLayout$ } from "../platform/task-layout";
import { isWeekStart, weekStart$ } from "../platform/week";

interface Remembered {
  language: string | null;
  theme: string | null;
  sidebar: string | null;
  task_layout: string | null;
  week_start: string | null;
}

/**
 * The account's language, theme and sidebar: after signing in, and when another device changes them. The time zone goes
 * the other way: the first browser says it.
 */
export function SettingsSync() {
  const user = useMaybeUser();
  const { setColorScheme } = useMantineColorScheme();
  const settings = user?.settings;
  const userId = user?.id;

  const read = useRef("");

  const adopt = useEffectEvent(({ language, theme, sidebar, task_layout, week_start }: Remembered) => {
    adoptLanguage(language);
    if (theme === "light" || theme === "dark") setColorScheme(theme);
    if (sidebar === "expanded" || sidebar === "collapsed") sidebar$.next(sidebar);
    if (isTaskLayout(task_layout)) taskLayout$.next(task_layout);
    weekStart$.next(isWeekStart(week_start) ? week_start : null);
  });

  useEffect(() => {
    if (!userId || !settings) return;
    // Read again and the same as before says nothing: what was changed here meanwhile is on its way to the server.
    const now = `${userId} ${JSON.stringify(settings)}`;
    if (now === read.current) return;
    read.current = now;
    adopt(settings);
    sayTimeZone(settings.time_zone);
  }, [userId, settings]);

  useEffect(() => {
    if (!userId) return;
    const changes = live.events$.subscribe(({ event }) => event.type === "settings.updated" && adopt(event.data));
    return () => changes.unsubscribe();
  }, [userId]);
  return null;
}
