/**
 * Hides Enter, Escape and Tab from all handlers during IME composition, where they end a syllable. Start it before all other listeners.
 * Browsers set `isComposing`; Safari sends the Enter that ends a composition only with key code 229.
 */
export function startGuardingComposition(): () => void {
  const guard = (event: KeyboardEvent) => {
    const ends = event.key === "Enter" || event.key === "Escape" || event.key === "Tab";
    if (event.isComposing || (ends && event.keyCode === composingKey)) event.stopImmediatePropagation();
  };
  window.addEventListener("keydown", guard, { capture: true });
  return () => window.removeEventListener("keydown", guard, { capture: true });
}

/** The `keyCode` of keys that an input method handles. */
const composingKey = 229;
