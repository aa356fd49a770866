type Gesture = "press" | "tab" | "other";

let last: Gesture = "other";

/** Tracks the user's last input. Must start before rendering, so that it runs before the fields' own handlers. */
export function startTrackingBlur(): () => void {
  const press = () => void (last = "press");
  const key = (event: KeyboardEvent) => void (last = event.key === "Tab" ? "tab" : "other");
  window.addEventListener("pointerdown", press, { capture: true });
  window.addEventListener("keydown", key, { capture: true });
  return () => {
    window.removeEventListener("pointerdown", press, { capture: true });
    window.removeEventListener("keydown", key, { capture: true });
  };
}

/**
 * For the `onBlur` of fields that save when left: true if the user pressed elsewhere or used Tab. A programmatic blur or a window in the
 * background doesn't save.
 */
export const wasBlurredByUser = (): boolean => last !== "other";

/** True if the focus was left by pressing elsewhere, also on an empty area of the page. */
export const wasBlurredByPress = (): boolean => last === "press";
