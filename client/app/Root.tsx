import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Outlet, useLocation, useNavigation } from "react-router-dom";
import { useText } from "../platform/intl/useText";
import { focusScreen, focusedDialog } from "./route-focus";
import { useScreenName } from "./useScreenName";
import { MaintenanceScreen } from "./MaintenanceScreen";
import { SessionGate } from "./SessionGate";
import classes from "./Progress.module.css";
import { useMantineColorScheme } from "@mantine/core";
import { adoptDefaultLanguage } from "../platform/intl/language";
import { useMaybeUser, useTenant } from "../platform/session";
import { readStored, storedKeys } from "../platform/browser-storage";
import { defaultTheme$ } from "./theme/color-scheme";

/** Delay in ms before the progress bar is shown; most screens load faster. */
const showDelayMs = 120;

function Progress() {
  const loading = useNavigation().state === "loading";
  return loading ? <Bar /> : null;
}

function Bar() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), showDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return late ? <div className={classes.bar} aria-hidden /> : null;
}

/** A separate chunk, so that dialogs aren't part of the initial script. */
const UnsavedDialog = lazy(async () => ({ default: (await import("../ui/form/UnsavedDialog")).UnsavedDialog }));

export function Root() {
  useTitle();
  useRouteFocus();
  return (
    <>
      <TenantBranding />
      <Progress />
      <Suspense fallback={null}>
        <UnsavedDialog />
      </Suspense>
      <SessionGate>
        <Outlet />
      </SessionGate>
      <MaintenanceScreen />
    </>
  );
}

function useTitle(): void {
  const text = useText();
  const screen = useScreenName();
  useEffect(() => {
    document.title = screen ? text("app.title", { screen }) : text("app.name");
  }, [screen, text]);
}

/** Scrolls to the top 100 ms after a navigation (specification section 9) and moves the focus to the screen. */
function useRouteFocus(): void {
  const { pathname } = useLocation();
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const left = focusedDialog();
    let stopWaiting = () => {};
    const timer = setTimeout(() => {
      stopWaiting = focusScreen(left);
    }, 100);
    return () => {
      clearTimeout(timer);
      stopWaiting();
    };
  }, [pathname]);
}

/**
 * Applies the tenant's brand color. The tenant's language and theme apply only to users who haven't chosen their own. Before sign-in, the
 * tenant is determined by the host name.
 */
function TenantBranding() {
  const visited = useTenant();
  const look = useMaybeUser()?.tenant ?? visited;
  useBrandColor(look?.brand_color ?? null);
  useDefaultTheme(look?.theme ?? null);
  const language = look?.language ?? null;
  const isLoaded = look !== null;
  useEffect(() => {
    if (isLoaded) adoptDefaultLanguage(language).catch(() => {}); // on failure, the texts are loaded with the next page
  }, [isLoaded, language]);
  return null;
}

function useBrandColor(color: string | null): void {
  useLayoutEffect(() => {
    if (!color) return;
    const { style } = document.documentElement;
    style.setProperty("--accent", color);
    // The hover color is darker, for more contrast with white text.
    style.setProperty("--accent-hover", `color-mix(in oklab, ${color} 88%, black)`);
    return () => {
      style.removeProperty("--accent");
      style.removeProperty("--accent-hover");
    };
  }, [color]);
}

function useDefaultTheme(theme: string | null): void {
  const { clearColorScheme } = useMantineColorScheme();
  useEffect(() => defaultTheme$.set(theme === "dark" ? "dark" : "light"), [theme]);
  // Re-applies the default theme when it changes, if the user hasn't chosen a theme.
  useEffect(() => {
    if (readStored(storedKeys.theme) === null) clearColorScheme();
  }, [clearColorScheme]);
}
