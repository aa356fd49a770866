type Gesture = "press" | "tab" | "other";

let last: Gesture = "other";

/** Notes what a person did last. Started before anything is drawn, so that it hears of it before any field does. */
export function startWatchingLeaving(): () => void {
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
 * For the `onBlur` of a field that saves when one leaves it: whether the person pressed elsewhere or went on with Tab.
 * A focus that a program took away, or a window that went to the back, saves nothing: the field stays as it is.
 */
export const wasLeft = (): boolean => last !== "other";
