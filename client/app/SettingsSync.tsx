import { useMantineColorScheme } from "@mantine/core";
import { useEffect } from "react";
import { live } from "../platform/live";
import { useMaybeUser } from "../platform/session";
import { adoptLanguage, sayTimeZone } from "../platform/settings";
import { sidebar$ } from "./sidebar";
import { isTaskLayout, taskLayout$ } from "./task-layout";

interface Remembered {
  language: string | null;
  theme: string | null;
  sidebar: string | null;
  task_layout: string | null;
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

  useEffect(() => {
    if (!userId) return;
    const adopt = ({ language, theme, sidebar, task_layout }: Remembered) => {
      adoptLanguage(language);
      if (theme === "light" || theme === "dark") setColorScheme(theme);
      if (sidebar === "expanded" || sidebar === "collapsed") sidebar$.next(sidebar);
      if (isTaskLayout(task_layout)) taskLayout$.next(task_layout);
    };
    if (settings) {
      adopt(settings);
      sayTimeZone(settings.time_zone);
    }
    const changes = live.events$.subscribe(({ event }) => event.type === "settings.updated" && adopt(event.data));
    return () => changes.unsubscribe();
    // Only a sign-in brings the account's values; what is changed here later is sent there, not read back.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [userId]);
  return null;
}
