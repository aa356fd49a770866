import { useEffect } from "react";

const checkMs = 5 * 60_000;

/** URL of the script with which a page starts; its name changes with the client's content. */
const startScriptOf = (page: Document) => page.querySelector('script[type="module"][src]')?.getAttribute("src");

/** Whether the server has another version of the client than this page. False while the server isn't reached. */
export async function isPageOutdated(): Promise<boolean> {
  try {
    const response = await fetch("/", { headers: { accept: "text/html" }, cache: "no-store" });
    if (!response.ok) return false;
    const served = startScriptOf(new DOMParser().parseFromString(await response.text(), "text/html"));
    // Pages of a network's sign-in or of a proxy don't start with a script of the client.
    return Boolean(served?.startsWith("/assets/")) && served !== startScriptOf(document);
  } catch {
    return false;
  }
}

/** Reloads the page if the server has a newer version. */
export async function reloadIfOutdated(): Promise<void> {
  if (await isPageOutdated()) window.location.reload();
}

/** Checks the version regularly, because a tablet at a door has no keyboard and its page stays open for months. */
export function useReloadOnNewVersion(): void {
  useEffect(() => {
    const timer = setInterval(() => void reloadIfOutdated(), checkMs);
    return () => clearInterval(timer);
  }, []);
}
