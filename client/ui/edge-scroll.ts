/** Of the board's width, at each side: here it goes on under what is dragged. */
const reach = 0.12;
const fastestPerFrame = 26;

/**
 * The board scrolls sideways while something is dragged to its edge. dnd-kit would, but from left to right only: it
 * takes the left end of what is written from the right for its beginning. Answers how to stop.
 */
export function scrollAtEdges(board: Element): () => void {
  let x: number | null = null;
  let frame = 0;
  const note = (event: MouseEvent | TouchEvent) => {
    x = "touches" in event ? (event.touches[0]?.clientX ?? x) : event.clientX;
  };
  const go = () => {
    frame = requestAnimationFrame(go);
    if (x === null) return;
    const { left, right, width } = board.getBoundingClientRect();
    const depth = (from: number) => Math.min(Math.max(1 - from / (width * reach), 0), 1);
    const speed = depth(right - x) - depth(x - left);
    if (speed !== 0) board.scrollBy(speed * fastestPerFrame, 0);
  };
  document.addEventListener("mousemove", note);
  document.addEventListener("touchmove", note, { passive: true });
  go();
  return () => {
    cancelAnimationFrame(frame);
    document.removeEventListener("mousemove", note);
    document.removeEventListener("touchmove", note);
  };
}
