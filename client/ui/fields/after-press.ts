let pressed = false;
if (typeof window !== "undefined") {
  const note = (event: Event) => (pressed = event.type === "pointerdown");
  for (const type of ["pointerdown", "pointerup", "pointercancel"]) window.addEventListener(type, note, true);
}

/**
 * Delays an action until the pointer is released: an error shown on blur could move the pressed button away from under the pointer, and the
 * click would be lost.
 */
export function afterPress(act: () => void): void {
  if (!pressed) return act();
  window.addEventListener("pointerup", () => setTimeout(act), { once: true });
}
