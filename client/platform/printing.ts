import { Store } from "./store";
import { flushSync } from "react-dom";

export const printing$ = new Store(false);

/** Width of A4 landscape without margins, in CSS pixels; screens are laid out for it. */
const paperWidth = 1047;
/** Minimum zoom: smaller text would be illegible, so wider content overflows instead. */
const leastZoom = 0.4;

/**
 * Prepares the screen for printing: expands scroll containers to their full height and shrinks content wider than a page. print.css hides
 * menus, bars and buttons. Call it once.
 */
export function startPrinting(): void {
  let undo = () => {};
  addEventListener("beforeprint", () => {
    flushSync(() => printing$.set(true));
    undo = expandForPrinting();
  });
  addEventListener("afterprint", () => {
    undo();
    flushSync(() => printing$.set(false));
  });
}

function expandForPrinting(): () => void {
  const main = document.getElementById("main");
  if (!main) return () => {};
  const opened = [...main.querySelectorAll<HTMLElement>("*")].filter(scrolls);
  const parents = new Set<HTMLElement>();
  for (const one of [main, ...opened]) {
    for (let at: HTMLElement | null = one; at; at = at.parentElement) parents.add(at);
  }
  for (const element of parents) element.dataset.onPaper = "";
  const widest = Math.max(...opened.map((one) => (one.closest("[data-wraps-on-paper]") ? 0 : one.scrollWidth)), 0);
  const zoom = Math.max(leastZoom, Math.min(1, paperWidth / (widest + 32)));
  main.style.setProperty("zoom", String(zoom));
  // Prints always use the light theme.
  const root = document.documentElement;
  const scheme = root.dataset.mantineColorScheme;
  root.dataset.mantineColorScheme = "light";
  return () => {
    for (const element of parents) delete element.dataset.onPaper;
    main.style.removeProperty("zoom");
    if (scheme) root.dataset.mantineColorScheme = scheme;
  };
}

function scrolls(element: HTMLElement): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  return /auto|scroll/.test(overflowX + overflowY);
}
