/** @jest-environment jsdom */
import { scrollAtEdges } from "./edge-scroll";

let frames: FrameRequestCallback[] = [];
let now = 0;
beforeEach(() => {
  [frames, now] = [[], 0];
  jest.spyOn(performance, "now").mockImplementation(() => now);
  jest.spyOn(window, "requestAnimationFrame").mockImplementation((frame) => frames.push(frame));
  jest.spyOn(window, "cancelAnimationFrame").mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

function play(ms: number): void {
  for (const end = now + ms; now < end; now += 16) for (const frame of frames.splice(0)) frame(now);
}

function board() {
  const element = document.createElement("div");
  element.getBoundingClientRect = () => new DOMRect(0, 0, 390, 600);
  const scrolled = (element.scrollBy = jest.fn());
  return { element, scrolled };
}
const pointAt = (clientX: number) => document.dispatchEvent(new MouseEvent("mousemove", { clientX }));

globalThis.DOMRect ??= class {
  left: number;
  right: number;
  constructor(
    x: number,
    readonly y: number,
    readonly width: number,
    readonly height: number,
  ) {
    [this.left, this.right] = [x, x + width];
  }
} as unknown as typeof DOMRect;

test("phones scroll the board one column at a time while dragging at the edge", () => {
  const { element, scrolled } = board();
  const stop = scrollAtEdges(element, 320);
  pointAt(385);
  play(200);
  expect(scrolled).not.toHaveBeenCalled();
  play(100);
  expect(scrolled.mock.calls).toEqual([[{ left: 320, behavior: "smooth" }]]);
  play(700);
  expect(scrolled).toHaveBeenCalledTimes(1);
  play(300);
  expect(scrolled).toHaveBeenCalledTimes(2);
  pointAt(200);
  play(2_000);
  expect(scrolled).toHaveBeenCalledTimes(2);
  pointAt(2);
  play(320);
  expect(scrolled).toHaveBeenLastCalledWith({ left: -320, behavior: "smooth" });
  stop();
});

test("wide screens scroll the board continuously, faster near the edge", () => {
  const { element, scrolled } = board();
  const stop = scrollAtEdges(element);
  pointAt(389);
  play(16);
  pointAt(360);
  play(16);
  const [[near], [far]] = scrolled.mock.calls as [[number], [number]];
  expect(near).toBeGreaterThan(far);
  expect(far).toBeGreaterThan(0);
  stop();
});
