import { useMantineColorScheme } from "@mantine/core";
import { useEffect, useLayoutEffect } from "react";
import { adoptDefaultLanguage } from "../platform/intl/language";
import { useMaybeUser, useTenant } from "../platform/session";
import { readStored, storedKeys } from "../platform/stored";
import { defaultTheme$ } from "./theme/color-scheme";

/**
 * The organisation's colour, and its language and theme for whoever has chosen none. Before signing in they are those of the
 * host name; afterwards they follow what is changed on the organisation's page.
 */
export function OrganisationLook() {
  const visited = useTenant();
  const look = useMaybeUser()?.tenant ?? visited;
  useBrandColor(look?.brand_color ?? null);
  useDefaultTheme(look?.theme ?? null);
  const language = look?.language ?? null;
  const known = look !== null;
  useEffect(() => {
    if (known) adoptDefaultLanguage(language).catch(() => {}); // its texts come with the next page
  }, [known, language]);
  return null;
}

function useBrandColor(color: string | null): void {
  useLayoutEffect(() => {
    if (!color) return;
    const { style } = document.documentElement;
    style.setProperty("--accent", color);
    // Darker, so that white letters stand out the more.
    style.setProperty("--accent-hover", `color-mix(in oklab, ${color} 88%, black)`);
    return () => {
      style.removeProperty("--accent");
      style.removeProperty("--accent-hover");
    };
  }, [color]);
}

function useDefaultTheme(theme: string | null): void {
  const { clearColorScheme } = useMantineColorScheme();
  useEffect(() => defaultTheme$.next(theme === "dark" ? "dark" : "light"), [theme]);
  // Another one each time the default is: nothing is remembered that nobody chose.
  useEffect(() => {
    if (readStored(storedKeys.theme) === null) clearColorScheme();
  }, [clearColorScheme]);
}
