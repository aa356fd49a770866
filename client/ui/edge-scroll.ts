/** Fraction of the board's width at each side in which dragging scrolls. */
const edgeSize = 0.12;
const fastestPerFrame = 26;
/** Delay in ms before the first step, and pause in ms after each step, in which the user can drop. */
const firstPauseMs = 250;
const pauseMs = 900;

/**
 * Scrolls the board horizontally while something is dragged to its edge, because dnd-kit's auto-scroll fails in right-to-left layouts. If
 * one column fills the screen, it scrolls by `step` pixels at a time. Returns the stop function.
 */
export function scrollAtEdges(board: Element, step: number | null = null): () => void {
  let x: number | null = null;
  let frame = 0;
  let nextStepAt: number | null = null;
  const stepOn = (speed: number, now: number) => {
    if (speed === 0) nextStepAt = null;
    else if (nextStepAt === null) nextStepAt = now + firstPauseMs;
    else if (now >= nextStepAt) {
      board.scrollBy({ left: Math.sign(speed) * (step ?? 0), behavior: "smooth" });
      nextStepAt = now + pauseMs;
    }
  };
  const note = (event: MouseEvent | TouchEvent) => {
    x = "touches" in event ? (event.touches[0]?.clientX ?? x) : event.clientX;
  };
  const go = (now: number) => {
    frame = requestAnimationFrame(go);
    if (x === null) return;
    const { left, right, width } = board.getBoundingClientRect();
    const depth = (from: number) => Math.min(Math.max(1 - from / (width * edgeSize), 0), 1);
    const speed = depth(right - x) - depth(x - left);
    if (step !== null) stepOn(speed, now);
    else if (speed !== 0) board.scrollBy(speed * fastestPerFrame, 0);
  };
  document.addEventListener("mousemove", note);
  document.addEventListener("touchmove", note, { passive: true });
  go(performance.now());
  return () => {
    cancelAnimationFrame(frame);
    document.removeEventListener("mousemove", note);
    document.removeEventListener("touchmove", note);
  };
}
