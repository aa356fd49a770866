import { useLayoutEffect, useRef } from "react";

let pressed = false;
if (typeof window !== "undefined") {
  const note = (event: Event) => (pressed = event.type === "pointerdown");
  for (const type of ["pointerdown", "pointerup", "pointercancel"]) window.addEventListener(type, note, true);
}

/**
 * A press on a button takes the focus from the field first. What is then said below the field would push the button
 * away from under the pointer before it is let go, and the click be lost.
 */
export function afterPress(act: () => void): void {
  if (!pressed) return act();
  window.addEventListener("pointerup", () => setTimeout(act), { once: true });
}

/**
 * After an attempt that failed the first wrong field has the focus. Where none is shown as wrong, `sayElsewhere` is asked to
 * say so: a button that seems to do nothing is worse than a sentence that names no field.
 */
export function useFocusOnError(
  element: HTMLFormElement | null,
  attempts: number,
  sending: boolean,
  sayElsewhere: () => void,
): void {
  const elsewhere = useRef(sayElsewhere);
  useLayoutEffect(() => {
    elsewhere.current = sayElsewhere;
  });
  useLayoutEffect(() => {
    if (attempts === 0 || sending) return;
    const wrong = element?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong) wrong.focus();
    else elsewhere.current();
  }, [element, attempts, sending]);
}
